package mortise.build.assembler;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * The start flags of a distribution, taken from the Metatype files ({@code OSGI-INF/metatype/*.xml}) of its bundles, so
 * that a start reads one small table and no XML. One line for each attribute of a singleton configuration, with the
 * columns {@value #COLUMNS}; an empty column means "not said". Lists inside a column are separated by commas.
 */
final class FlagIndex {

    static final String COLUMNS = "pid\tkey\ttype\tcardinality\tmin\tmax\tdefault\toptions\tdescription";

    private static final String METATYPE = "OSGI-INF/metatype/";

    private final TreeMap<String, String> lines = new TreeMap<>();
    private final DocumentBuilder parser;

    FlagIndex() {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        try {
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setNamespaceAware(true);
            parser = factory.newDocumentBuilder();
        } catch (ParserConfigurationException e) {
            throw new AssemblyException("no XML parser", e);
        }
    }

    /** Adds what a bundle declares. */
    void add(JarFile jar) throws IOException {
        for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements();) {
            JarEntry entry = entries.nextElement();
            if (entry.getName().startsWith(METATYPE) && entry.getName().endsWith(".xml")) {
                try (InputStream in = jar.getInputStream(entry)) {
                    add(parser.parse(in));
                } catch (SAXException e) {
                    throw new AssemblyException(jar.getName() + " has a broken " + entry.getName(), e);
                }
            }
        }
    }

    /** Returns the table, sorted by PID and key, with a header line. */
    String table() {
        return COLUMNS + "\n" + lines.values().stream().map(line -> line + "\n").collect(Collectors.joining());
    }

    private void add(Document document) {
        Map<String, Element> definitions = new HashMap<>();
        elements(document, "OCD").forEach(ocd -> definitions.put(ocd.getAttribute("id"), ocd));
        for (Element designate : elements(document, "Designate")) {
            String pid = designate.getAttribute("pid");
            Element object = elements(designate, "Object").get(0);
            Element definition = definitions.get(object.getAttribute("ocdref"));
            // A factory configuration has many instances: a flag could not say which one it means.
            if (definition != null && pid.startsWith("mortise.") && designate.getAttribute("factoryPid").isEmpty()) {
                elements(definition, "AD").forEach(attribute -> add(pid, attribute));
            }
        }
    }

    private void add(String pid, Element attribute) {
        String key = attribute.getAttribute("id");
        lines.put(pid + "/" + key, String.join("\t", pid, key, attribute.getAttribute("type"),
                attribute.getAttribute("cardinality"), attribute.getAttribute("min"), attribute.getAttribute("max"),
                oneLine(attribute.getAttribute("default")), options(attribute),
                oneLine(attribute.getAttribute("description"))));
    }

    private static String options(Element attribute) {
        return elements(attribute, "Option").stream().map(option -> option.getAttribute("value"))
                .collect(Collectors.joining(","));
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    private static List<Element> elements(Document document, String name) {
        return elements(document.getDocumentElement(), name);
    }

    private static List<Element> elements(Element parent, String name) {
        List<Element> elements = new ArrayList<>();
        NodeList nodes = parent.getElementsByTagNameNS("*", name);
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }
}
