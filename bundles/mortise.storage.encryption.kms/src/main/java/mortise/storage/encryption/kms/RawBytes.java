package mortise.storage.encryption.kms;

import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Hands messages to gRPC as they are. */
enum RawBytes implements MethodDescriptor.Marshaller<byte[]> {

    INSTANCE;

    @Override
    public InputStream stream(byte[] message) {
        return new ByteArrayInputStream(message);
    }

    @Override
    public byte[] parse(InputStream message) {
        try {
            return message.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a method of the KMS API. */
    static MethodDescriptor<byte[], byte[]> method(String name) {
        return MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName("v2.KeyManagementService/" + name)
                .setRequestMarshaller(INSTANCE).setResponseMarshaller(INSTANCE).build();
    }
}
