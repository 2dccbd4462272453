package mortise.itests.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class Http1StreamTest {

    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

    @Test
    void aBodyOfKnownLengthIsCountedAndTheNextAnswerFollows() throws IOException {
        Http1Stream stream = answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloHTTP/1.1 201 Created\r\n"
                + "content-length: 2\r\n\r\nhi");

        assertThat(stream.exchange(Client.Request.get("/a"))).usingRecursiveComparison()
                .isEqualTo(new Client.Answer(200, 5, new byte[0]));
        Client.Answer second = stream.exchange(Client.Request.get("/b").kept());
        assertThat(second.status()).isEqualTo(201);
        assertThat(new String(second.body(), StandardCharsets.UTF_8)).isEqualTo("hi");
    }

    @Test
    void chunksArePutTogetherHoweverTheyArrive() throws IOException {
        String answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\na;x=y\r\n0123456789\r\n"
                + "0\r\n\r\n";
        for (int size = 1; size < answer.length(); size++) {
            Http1Stream stream = new Http1Stream(inPieces(answer, size), sent, "");

            Client.Answer got = stream.exchange(Client.Request.get("/").kept());

            assertThat(got.bytes()).isEqualTo(13);
            assertThat(new String(got.body(), StandardCharsets.UTF_8)).isEqualTo("abc0123456789");
        }
    }

    @Test
    void theBodyOfAnErrorIsKeptForTheReport() throws IOException {
        Client.Answer answer = answering("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnope")
                .exchange(Client.Request.get("/"));

        assertThat(answer.isGood()).isFalse();
        assertThat(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo("nope");
    }

    @Test
    void anAnswerThatStopsIsAnError() {
        assertThatThrownBy(() -> answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel")
                .exchange(Client.Request.get("/"))).isInstanceOf(EOFException.class);
    }

    @Test
    void aRequestCarriesItsHeadersAndItsBody() throws IOException {
        Http1Stream stream = new Http1Stream(inPieces("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 99), sent,
                "Host: h\r\n");

        stream.exchange(Client.Request.send("PUT", "/x", "text/plain", new byte[] {'b'}).gzipped());

        assertThat(sent.toString(StandardCharsets.UTF_8)).isEqualTo("PUT /x HTTP/1.1\r\nHost: h\r\n"
                + "Accept: application/json\r\nAccept-Encoding: gzip\r\nContent-Type: text/plain\r\n"
                + "Content-Length: 1\r\n\r\nb");
    }

    private Http1Stream answering(String answer) {
        return new Http1Stream(inPieces(answer, answer.length()), sent, "");
    }

    private static InputStream inPieces(String text, int size) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(size, length));
            }
        };
    }
}
