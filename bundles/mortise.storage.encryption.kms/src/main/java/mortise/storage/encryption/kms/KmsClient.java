package mortise.storage.encryption.kms;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import mortise.spi.storage.KeyService;
import mortise.spi.storage.KeyServiceException;

/** A key service behind a Unix domain socket. Connects when it is asked, and again after the service was away. */
final class KmsClient implements KeyService {

    /** An encrypted key has a few KiB at most, and nothing is accepted that could not be stored. */
    private static final int MESSAGE_BYTES_MAX = 1 << 20;

    private static final MethodDescriptor<byte[], byte[]> STATUS = RawBytes.method("Status");
    private static final MethodDescriptor<byte[], byte[]> ENCRYPT = RawBytes.method("Encrypt");
    private static final MethodDescriptor<byte[], byte[]> DECRYPT = RawBytes.method("Decrypt");

    private final Path socket;
    private final Duration timeout;
    private final EventLoopGroup loop;
    private final ManagedChannel channel;

    /** Reads an answer. */
    @FunctionalInterface
    private interface Reader<T> {

        T read(byte[] message) throws IOException;
    }

    KmsClient(Path socket, Duration timeout) {
        this.socket = socket;
        this.timeout = timeout;
        loop = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("mortise-kms", true), NioIoHandler.newFactory());
        channel = NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(socket))
                .channelType(NioDomainSocketChannel.class, UnixDomainSocketAddress.class)
                .eventLoopGroup(loop)
                // gRPC would set it, and netty complain that such a socket has none.
                .withOption(ChannelOption.SO_KEEPALIVE, null)
                .directExecutor()
                .usePlaintext()
                .overrideAuthority("localhost")
                .maxInboundMessageSize(MESSAGE_BYTES_MAX)
                .build();
    }

    @Override
    public Status status() throws KeyServiceException {
        return call(STATUS, KmsMessages.statusRequest(), KmsMessages::status);
    }

    @Override
    public SealedKey encrypt(byte[] key, String uid) throws KeyServiceException {
        return call(ENCRYPT, KmsMessages.encryptRequest(key, uid), KmsMessages::encrypted);
    }

    @Override
    public byte[] decrypt(SealedKey key, String uid) throws KeyServiceException {
        return call(DECRYPT, KmsMessages.decryptRequest(key, uid), KmsMessages::decrypted);
    }

    private <T> T call(MethodDescriptor<byte[], byte[]> method, byte[] request, Reader<T> reader)
            throws KeyServiceException {
        if (!Files.exists(socket)) {
            throw new KeyServiceException("there is no socket " + socket, true, null);
        }
        // The pauses between attempts to connect grow to minutes; who asks has waited long enough.
        channel.resetConnectBackoff();
        CallOptions options = CallOptions.DEFAULT.withWaitForReady()
                .withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
        try {
            return reader.read(ClientCalls.blockingUnaryCall(channel, method, options, request));
        } catch (StatusRuntimeException e) {
            throw failure(method, e);
        } catch (IOException e) {
            throw new KeyServiceException(method.getBareMethodName() + " of " + socket
                    + ": the answer is not a message of the KMS API", false, e);
        }
    }

    private KeyServiceException failure(MethodDescriptor<byte[], byte[]> method, StatusRuntimeException e) {
        Code code = e.getStatus().getCode();
        boolean away = code == Code.UNAVAILABLE || code == Code.DEADLINE_EXCEEDED || code == Code.CANCELLED;
        String why = code == Code.DEADLINE_EXCEEDED ? "no answer within " + timeout.toMillis() + " ms"
                : code + ": " + e.getStatus().getDescription();
        return new KeyServiceException(method.getBareMethodName() + " of " + socket + ": " + why, away, e);
    }

    @Override
    public void close() {
        channel.shutdownNow();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
