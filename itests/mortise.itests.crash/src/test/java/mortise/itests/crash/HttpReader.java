package mortise.itests.crash;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A client that lists until the server is gone: what is most recent, or what the server has in its cache. */
final class HttpReader implements Runnable {

    private static final int LISTS_MAX = 20;

    private final ApiClient client;
    private final Random random;
    private final List<Listing> listings = new ArrayList<>();

    HttpReader(ApiClient client, Random random) {
        this.client = client;
        this.random = random;
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted() && listings.size() < LISTS_MAX) {
                String resource = HttpWriter.RESOURCES.get(random.nextInt(HttpWriter.RESOURCES.size()));
                String version = random.nextInt(3) == 0 ? "?resourceVersion=0" : "";
                ApiAnswer answer = client.send("GET", ApiClient.path(resource) + version, null);
                if (answer.status() == 200) {
                    listings.add(answer.listing(resource));
                }
            }
        } catch (IOException theServerIsGone) {
            // That is what ends this loop.
        }
    }

    /** Returns what it got; to be asked when it has ended. */
    List<Listing> listings() {
        return listings;
    }
}
