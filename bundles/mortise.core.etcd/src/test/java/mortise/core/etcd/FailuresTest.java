package mortise.core.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import mortise.spi.storage.StoreAwayException;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.ValueTooLargeException;
import org.junit.jupiter.api.Test;

final class FailuresTest {

    private static Throwable refusal(Status status, String text) {
        return status.withDescription(text).asRuntimeException();
    }

    @Test
    void textsAndCodesOfEtcdHaveTheirMeaning() {
        assertThat(Failures.meaning(refusal(Status.OUT_OF_RANGE,
                "etcdserver: mvcc: required revision has been compacted"))).isEqualTo(Failures.Meaning.COMPACTED);
        assertThat(Failures.meaning(refusal(Status.OUT_OF_RANGE,
                "etcdserver: mvcc: required revision is a future revision"))).isEqualTo(Failures.Meaning.FUTURE);
        assertThat(Failures.meaning(refusal(Status.PERMISSION_DENIED, "no"))).isEqualTo(Failures.Meaning.REFUSED);
        assertThat(Failures.meaning(refusal(Status.UNAVAILABLE, "gone"))).isEqualTo(Failures.Meaning.UNKNOWN);
        assertThat(Failures.meaning(new TimeoutException())).isEqualTo(Failures.Meaning.UNKNOWN);
    }

    @Test
    void whoIsAwayIsToldApartFromWhoRefuses() {
        assertThat(Failures.described("reading a", refusal(Status.UNAVAILABLE, "gone")))
                .isExactlyInstanceOf(StoreAwayException.class).hasMessage("reading a: UNAVAILABLE: gone");
        assertThat(Failures.described("reading a", new TimeoutException()))
                .isExactlyInstanceOf(StoreAwayException.class).hasMessage("reading a: etcd did not answer in time");
        assertThat(Failures.described("reading a", refusal(Status.PERMISSION_DENIED, "no")))
                .isExactlyInstanceOf(StoreException.class);
        assertThat(Failures.described("writing a", refusal(Status.INVALID_ARGUMENT, "request is too large")))
                .isExactlyInstanceOf(ValueTooLargeException.class).hasMessageContaining("--max-request-bytes");
    }

    @Test
    void theCauseIsFoundInItsWrappings() {
        var cause = new TimeoutException("late");
        assertThat(Failures.cause(new CompletionException(new ExecutionException(cause)))).isSameAs(cause);
        assertThat(Failures.innermost(new IllegalStateException("outer", new IllegalStateException("inner", cause))))
                .isEqualTo("late");
    }
}
