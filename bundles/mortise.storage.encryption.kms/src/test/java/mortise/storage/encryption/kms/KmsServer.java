package mortise.storage.encryption.kms;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A real key service on a Unix domain socket that can be made to misbehave. It keeps a random key for each key id,
 * wraps what it is given with AES-GCM, and insists on the annotation it gave.
 */
final class KmsServer implements AutoCloseable {

    static final String ANNOTATION = "local.kms.example.com";

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final Path socket;
    private final Map<String, byte[]> keys = new ConcurrentHashMap<>();
    final AtomicInteger statuses = new AtomicInteger();
    final AtomicInteger encrypts = new AtomicInteger();
    final AtomicInteger decrypts = new AtomicInteger();
    volatile String version = "v2";
    volatile String health = "ok";
    volatile String keyId = "key-1";
    volatile String annotationName = ANNOTATION;
    volatile int paddingBytes;
    volatile boolean hanging;
    private EventLoopGroup loop;
    private Server server;

    KmsServer(Path socket) throws IOException {
        this.socket = socket;
        start();
    }

    /** Listens, again after it was stopped. */
    void start() throws IOException {
        Files.deleteIfExists(socket);
        loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        server = NettyServerBuilder.forAddress(UnixDomainSocketAddress.of(socket))
                .channelType(NioServerDomainSocketChannel.class).bossEventLoopGroup(loop).workerEventLoopGroup(loop)
                // gRPC would set it, and netty complain that such a socket has none.
                .withChildOption(ChannelOption.SO_KEEPALIVE, null)
                .addService(ServerServiceDefinition.builder("v2.KeyManagementService")
                        .addMethod(RawBytes.method("Status"), ServerCalls.asyncUnaryCall(this::status))
                        .addMethod(RawBytes.method("Encrypt"), ServerCalls.asyncUnaryCall(this::encrypt))
                        .addMethod(RawBytes.method("Decrypt"), ServerCalls.asyncUnaryCall(this::decrypt))
                        .build())
                .build().start();
    }

    /** Stops listening, with the socket left behind. */
    void stop() throws InterruptedException {
        server.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
    }

    private interface Fields {

        void write(CodedOutputStream out) throws IOException;
    }

    private void answer(StreamObserver<byte[]> answer, Fields fields) {
        if (hanging) {
            return;
        }
        try {
            var bytes = new ByteArrayOutputStream();
            CodedOutputStream out = CodedOutputStream.newInstance(bytes);
            fields.write(out);
            out.flush();
            answer.onNext(bytes.toByteArray());
            answer.onCompleted();
        } catch (IOException e) {
            answer.onError(e);
        }
    }

    private void status(byte[] request, StreamObserver<byte[]> answer) {
        statuses.incrementAndGet();
        answer(answer, out -> {
            out.writeString(1, version);
            out.writeString(2, health);
            out.writeString(3, keyId);
        });
    }

    private void encrypt(byte[] request, StreamObserver<byte[]> answer) {
        encrypts.incrementAndGet();
        String id = keyId;
        byte[] plain = field(request, 1);
        byte[] wrapped = crypt(Cipher.ENCRYPT_MODE, id, plain);
        byte[] padded = Arrays.copyOf(wrapped, wrapped.length + paddingBytes);
        answer(answer, out -> {
            out.writeByteArray(1, padded);
            out.writeString(2, id);
            byte[] value = ("for " + id).getBytes(StandardCharsets.UTF_8);
            out.writeTag(3, WireFormat.WIRETYPE_LENGTH_DELIMITED);
            out.writeUInt32NoTag(CodedOutputStream.computeStringSize(1, annotationName)
                    + CodedOutputStream.computeByteArraySize(2, value));
            out.writeString(1, annotationName);
            out.writeByteArray(2, value);
        });
    }

    private void decrypt(byte[] request, StreamObserver<byte[]> answer) {
        decrypts.incrementAndGet();
        String id = new String(field(request, 3), StandardCharsets.UTF_8);
        byte[] annotation = field(request, 4);
        if (!keys.containsKey(id)) {
            answer.onError(Status.NOT_FOUND.withDescription("no key " + id).asRuntimeException());
        } else if (!new String(field(annotation, 2), StandardCharsets.UTF_8).equals("for " + id)) {
            answer.onError(Status.INVALID_ARGUMENT.withDescription("wrong annotation").asRuntimeException());
        } else {
            byte[] plain = crypt(Cipher.DECRYPT_MODE, id, field(request, 1));
            answer(answer, out -> out.writeByteArray(1, plain));
        }
    }

    private byte[] crypt(int mode, String id, byte[] bytes) {
        byte[] key = keys.computeIfAbsent(id, unused -> random(32));
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            boolean sealing = mode == Cipher.ENCRYPT_MODE;
            byte[] nonce = sealing ? random(NONCE_BYTES) : Arrays.copyOf(bytes, NONCE_BYTES);
            cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
            if (!sealing) {
                return cipher.doFinal(bytes, NONCE_BYTES, bytes.length - NONCE_BYTES);
            }
            byte[] sealed = cipher.doFinal(bytes);
            byte[] all = Arrays.copyOf(nonce, NONCE_BYTES + sealed.length);
            System.arraycopy(sealed, 0, all, NONCE_BYTES, sealed.length);
            return all;
        } catch (GeneralSecurityException e) {
            throw Status.INVALID_ARGUMENT.withDescription("damaged").asRuntimeException();
        }
    }

    private static byte[] random(int bytes) {
        byte[] random = new byte[bytes];
        new SecureRandom().nextBytes(random);
        return random;
    }

    private static byte[] field(byte[] message, int number) {
        var fields = new TreeMap<Integer, byte[]>();
        try {
            CodedInputStream in = CodedInputStream.newInstance(message);
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                fields.put(tag >>> 3, in.readByteArray());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return fields.getOrDefault(number, new byte[0]);
    }

    @Override
    public void close() {
        server.shutdownNow();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
