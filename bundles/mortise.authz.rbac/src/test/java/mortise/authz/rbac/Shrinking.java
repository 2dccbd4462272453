package mortise.authz.rbac;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes what fails as small as it can be. */
final class Shrinking {

    private Shrinking() {
    }

    /** Leaves out what can be left out of a list for which the predicate holds; no single item can then be left out. */
    static <T> List<T> smallest(List<T> failing, Predicate<List<T>> fails) {
        List<T> smallest = List.copyOf(failing);
        int chunk = Math.max(1, smallest.size() / 2);
        boolean shrunk = true;
        while (shrunk || chunk > 1) {
            chunk = shrunk ? chunk : Math.max(1, chunk / 2);
            shrunk = false;
            for (int from = 0; from < smallest.size(); ) {
                var rest = new ArrayList<T>(smallest.subList(0, from));
                rest.addAll(smallest.subList(Math.min(smallest.size(), from + chunk), smallest.size()));
                if (fails.test(rest)) {
                    smallest = List.copyOf(rest);
                    shrunk = true;
                } else {
                    from += chunk;
                }
            }
        }
        return smallest;
    }
}
