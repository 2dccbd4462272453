package mortise.itests.architecture;

import java.util.Set;

/** The part of this module's pom that lists every bundle, so that Maven builds them all before these tests run. */
final class BundleDependencies {

    static final String BEGIN = "    <!-- every bundle: begin -->\n";
    static final String END = "    <!-- every bundle: end -->\n";

    private BundleDependencies() { }

    static String render(Set<String> bundles) {
        StringBuilder text = new StringBuilder();
        for (String bundle : bundles) {
            text.append("    <dependency><groupId>dev.mortise</groupId><artifactId>").append(bundle)
                    .append("</artifactId><version>${project.version}</version><scope>test</scope></dependency>\n");
        }
        return text.toString();
    }

    static String section(String pom) {
        int begin = pom.indexOf(BEGIN);
        int end = pom.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalStateException("the pom of this module has lost its `every bundle` comments");
        }
        return pom.substring(begin + BEGIN.length(), end);
    }

    static String replace(String pom, String dependencies) {
        section(pom);
        return pom.substring(0, pom.indexOf(BEGIN) + BEGIN.length()) + dependencies + pom.substring(pom.indexOf(END));
    }
}
