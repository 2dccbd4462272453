package mortise.itests.load;

import java.io.IOException;

/** One client of the server: one request at a time, on a connection of its own that stays open. Not thread safe. */
interface Client extends AutoCloseable {

    /**
     * Sends a request and reads the whole answer.
     *
     * @param request what to send
     * @return the answer; its body is there when the status is an error or the request wanted it
     */
    Answer exchange(Request request) throws IOException, InterruptedException;

    @Override
    void close();

    /**
     * A request.
     *
     * @param method GET, POST, PUT, PATCH or DELETE
     * @param path with its query
     * @param accept what it wants back
     * @param contentType of its body
     * @param body empty for none
     * @param gzip whether it takes a compressed answer
     * @param keep whether the caller wants to see the body of the answer
     */
    record Request(String method, String path, String accept, String contentType, byte[] body, boolean gzip,
            boolean keep) {

        static final String JSON = "application/json";
        private static final byte[] NONE = new byte[0];

        static Request get(String path) {
            return new Request("GET", path, JSON, "", NONE, false, false);
        }

        static Request get(String path, String accept) {
            return new Request("GET", path, accept, "", NONE, false, false);
        }

        static Request send(String method, String path, String contentType, byte[] body) {
            return new Request(method, path, JSON, contentType, body, false, false);
        }

        static Request delete(String path) {
            return new Request("DELETE", path, JSON, "", NONE, false, false);
        }

        Request gzipped() {
            return new Request(method, path, accept, contentType, body, true, keep);
        }

        Request kept() {
            return new Request(method, path, accept, contentType, body, gzip, true);
        }
    }

    /**
     * What came back.
     *
     * @param status the HTTP status
     * @param bytes the size of the body as it travelled
     * @param body the body, or empty when nobody wanted it
     */
    record Answer(int status, long bytes, byte[] body) {

        boolean isGood() {
            return status >= 200 && status < 300;
        }
    }
}
