package mortise.admission.noderestriction;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.cert.CertificateException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import mortise.core.pki.PemDocument;
import mortise.core.pki.SubjectReader;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.operations.ServerNames;

/** Which certificates of nodes a node may ask for: those in its own name. Pure. */
final class RequestRules {

    private static final int SEQUENCE = 0x30;
    private static final int LONG_FORM = 0x80;

    private final Set<String> signers;

    RequestRules(ServerNames names) {
        String domain = names.labelDomain();
        signers = Set.of(domain + "/kubelet-serving", domain + "/kube-apiserver-client-kubelet");
    }

    /** Returns why a node may not ask for this; nothing when it may. */
    Optional<String> fault(String node, AdmissionRequest request) {
        boolean mine = request.operation() == Operation.CREATE && request.subresource().isEmpty();
        String signer = request.object().map(csr -> csr.textAt("spec", "signerName")).orElse("");
        if (!mine || !signers.contains(signer)) {
            return Optional.empty();
        }
        try {
            String name = commonName(request.object().map(csr -> csr.textAt("spec", "request")).orElse(""));
            return name.equals("system:node:" + node) ? Optional.empty()
                    : Optional.of("can only create a node CSR with CN=system:node:" + node);
        } catch (IOException | CertificateException | RuntimeException unreadable) {
            return Optional.of("unable to parse csr: " + unreadable.getMessage());
        }
    }

    private static String commonName(String base64) throws IOException, CertificateException {
        PemDocument document = PemDocument.of("the request", Base64.getDecoder().decode(base64));
        byte[] der = document.blocks().stream().filter(block -> block.label().equals("CERTIFICATE REQUEST"))
                .map(PemDocument.Block::content).findFirst()
                .orElseThrow(() -> new IOException("PEM block type must be CERTIFICATE REQUEST"));
        List<SubjectReader.Attribute> subject = SubjectReader.read(subject(ByteBuffer.wrap(der)));
        String name = "";
        for (SubjectReader.Attribute attribute : subject) {
            if (attribute.type().equals(SubjectReader.COMMON_NAME)) {
                name = attribute.text().orElse("");
            }
        }
        return name;
    }

    /** Returns the encoded subject: the second part of the first part of a request. */
    private static byte[] subject(ByteBuffer der) throws IOException {
        open(der);
        open(der);
        skip(der); // the version
        int start = der.position();
        skip(der);
        return Arrays.copyOfRange(der.array(), start, der.position());
    }

    private static void open(ByteBuffer der) throws IOException {
        if ((der.get() & 0xFF) != SEQUENCE) {
            throw new IOException("it is not a certificate request");
        }
        length(der);
    }

    private static void skip(ByteBuffer der) {
        der.get();
        int length = length(der);
        der.position(der.position() + length);
    }

    /** Reads a length; one of more than three bytes is longer than any request may be. */
    private static int length(ByteBuffer der) {
        int first = der.get() & 0xFF;
        if (first < LONG_FORM) {
            return first;
        }
        int length = 0;
        for (int i = first - LONG_FORM; i > 0; i--) {
            length = length << Byte.SIZE | der.get() & 0xFF;
        }
        return length;
    }
}
