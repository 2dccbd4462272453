package mortise.core.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressesTest {

    @ParameterizedTest
    @CsvSource({"1.2.3.4, 1.2.3.4", "2001:DB8::0:1, 2001:db8::1", "::, ::", "::1, ::1", "1::, 1::",
        "1:0:0:2:0:0:0:3, 1:0:0:2::3", "1:2:3:4:5:6:7:0, 1:2:3:4:5:6:7:0", "::ffff:1.2.3.4, 1.2.3.4",
        "010.0.0.1, 10.0.0.1", "64:ff9b::1.2.3.4, 64:ff9b::102:304", "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0"})
    void addressesHaveACanonicalForm(String text, String canonical) {
        assertThat(Addresses.ip(text)).map(Addresses.Ip::canonical).contains(canonical);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1.2.3", "1.2.3.256", "1.2.3.4.5", "1.2.3.-4", ":", ":::", "1::2::3", "12345::",
        "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "g::", "fe80::1%eth0", "::1.2.3", "1.2.3.4:80"})
    void otherTextsAreNoAddresses(String text) {
        assertThat(Addresses.ipFault(text))
                .contains("must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
    }

    @Test
    void addressesMustBeUnambiguous() {
        assertThat(Addresses.strictIpFault("1.2.3.4")).isEmpty();
        assertThat(Addresses.strictIpFault("2001:DB8::1")).isEmpty();
        assertThat(Addresses.strictIpFault("010.0.0.1")).contains("must not have leading 0s");
        assertThat(Addresses.strictIpFault("::ffff:1.2.3.4")).contains("must not be an IPv4-mapped IPv6 address");
        assertThat(Addresses.canonicalIpFault("2001:DB8::1")).contains("must be in canonical form (\"2001:db8::1\")");
        assertThat(Addresses.canonicalIpFault("2001:db8::1")).isEmpty();
    }

    @Test
    void networksHaveNoBitsBehindThePrefix() {
        assertThat(Addresses.strictCidrFault("10.0.0.0/8")).isEmpty();
        assertThat(Addresses.strictCidrFault("2001:db8::/64")).isEmpty();
        assertThat(Addresses.cidrFault("10.0.0.1/8")).isEmpty();
        assertThat(Addresses.strictCidrFault("10.0.0.1/8"))
                .hasValueSatisfying(why -> assertThat(why).contains("bits set beyond the prefix length"));
        for (String wrong : new String[] {"10.0.0.0", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "::/129", "x/8"}) {
            assertThat(Addresses.cidrFault(wrong)).as(wrong)
                    .contains("must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
        }
    }

    @Test
    void networksContainNetworks() {
        Addresses.Cidr ten = Addresses.cidr("10.0.0.0/8").orElseThrow();
        assertThat(ten.contains(Addresses.ip("10.255.0.1").orElseThrow())).isTrue();
        assertThat(ten.contains(Addresses.ip("11.0.0.1").orElseThrow())).isFalse();
        assertThat(ten.contains(Addresses.ip("::1").orElseThrow())).isFalse();
        assertThat(ten.strictlyContains(Addresses.cidr("10.1.0.0/16").orElseThrow())).isTrue();
        assertThat(ten.strictlyContains(ten)).isFalse();
        assertThat(ten.strictlyContains(Addresses.cidr("11.0.0.0/16").orElseThrow())).isFalse();
    }

    @Test
    void specialAddressesAreKnown() {
        assertThat(Addresses.ip("127.1.2.3").orElseThrow().isLoopback()).isTrue();
        assertThat(Addresses.ip("::1").orElseThrow().isLoopback()).isTrue();
        assertThat(Addresses.ip("169.254.1.1").orElseThrow().isLinkLocalUnicast()).isTrue();
        assertThat(Addresses.ip("fe80::1").orElseThrow().isLinkLocalUnicast()).isTrue();
        assertThat(Addresses.ip("224.0.0.9").orElseThrow().isLinkLocalMulticast()).isTrue();
        assertThat(Addresses.ip("ff02::9").orElseThrow().isLinkLocalMulticast()).isTrue();
        assertThat(Addresses.ip("::").orElseThrow().isUnspecified()).isTrue();
        assertThat(Addresses.ip("10.0.0.1").orElseThrow().isLoopback()).isFalse();
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
            for (int at = 0; at < bytes.length; at++) {
                bytes[at] = (byte) (random.nextInt(3) == 0 ? random.nextInt(256) : 0);
            }
            String text = IpText.format(bytes);
            byte[] read = Addresses.ip(text).orElseThrow().bytes();
            // An IPv4 address in an IPv6 one is read as the former.
            byte[] expected = read.length < bytes.length ? Arrays.copyOfRange(bytes, 12, 16) : bytes;
            assertThat(read).as("seed %d, %s", seed, text).isEqualTo(expected);
        }
    }
}
