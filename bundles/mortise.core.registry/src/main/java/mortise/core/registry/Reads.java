package mortise.core.registry;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.FieldSelector;
import mortise.core.cache.CacheEntry;
import mortise.core.cache.CacheSnapshot;
import mortise.core.cache.CacheWatch;
import mortise.core.cache.FilteredIterator;
import mortise.core.cache.WatchOptions.Start;
import mortise.core.cache.WatchOptions;
import mortise.spi.operations.FeatureGates;

/** Get, list and watch: everything comes from the cache. */
final class Reads {

    private final ResourceState state;
    private final FeatureGates gates;

    Reads(ResourceState state, FeatureGates gates) {
        this.state = state;
        this.gates = gates;
    }

    CacheEntry get(GetRequest request) {
        CacheSnapshot snapshot = atLeast(request.resourceVersion());
        if (!ResourceState.canBeKey(request.namespace(), request.name())) {
            throw ApiException.notFound(state.resource(), request.name());
        }
        return ResourceState.find(snapshot, state.keys().key(request.namespace(), request.name()))
                .orElseThrow(() -> ApiException.notFound(state.resource(), request.name()));
    }

    ListPage list(ListRequest request) {
        ListOptions options = request.options();
        ListRules.check(options, gates.enabled(Gates.WATCH_LIST));
        ListRules.checkFields(options.fields(), state.definition());
        Range range = new Range(state.keys(), request.namespace(), options.fields());
        if (!options.continueToken().isEmpty()) {
            return nextPage(options, range);
        }
        long limit = options.resourceVersion().equals("0") ? 0 : options.limit();
        return page(snapshot(options), options, range, range.from(), limit);
    }

    private CacheSnapshot snapshot(ListOptions options) {
        long revision = ListRules.revision(options.resourceVersion());
        boolean exact = options.resourceVersionMatch().filter(match -> !match.isEmpty())
                .map(match -> match.equals(ListRules.EXACT)).orElse(options.limit() > 0);
        return exact && revision > 0 ? exact(revision) : atLeast(options.resourceVersion());
    }

    private CacheSnapshot exact(long revision) {
        return gates.enabled(Gates.LIST_FROM_SNAPSHOT)
                ? state.cache().exact(revision) : state.cache().exactFromStore(revision);
    }

    private CacheSnapshot atLeast(String resourceVersion) {
        long revision = ListRules.revision(resourceVersion);
        if (resourceVersion.isEmpty()) {
            return state.cache().mostRecent();
        }
        return revision == 0 ? state.cache().any() : state.cache().notOlderThan(revision);
    }

    private ListPage nextPage(ListOptions options, Range range) {
        if (!options.resourceVersion().isEmpty() && !options.resourceVersion().equals("0")) {
            throw ApiException.badRequest("specifying resource version is not allowed when using continue");
        }
        ContinueToken token = ContinueToken.decode(options.continueToken());
        String from = range.notBefore(state.keys().prefix() + token.start());
        try {
            CacheSnapshot snapshot = token.revision() == ContinueToken.LATEST
                    ? state.cache().mostRecent() : exact(token.revision());
            return page(snapshot, options, range, from, options.limit());
        } catch (ApiException gone) {
            throw gone.status().reason() == ErrorReason.EXPIRED ? tooOld(token) : gone;
        }
    }

    private static ApiException tooOld(ContinueToken token) {
        String message = "The provided continue parameter is too old to display a consistent list result. You can start"
                + " a new list without the continue parameter, or use the continue token in this response to retrieve"
                + " the remainder of the results. Continuing with the provided token results in an inconsistent list -"
                + " objects that were created, modified, or deleted between the time the first chunk was returned and"
                + " now may show up in the list.";
        String goOn = new ContinueToken(ContinueToken.LATEST, token.start()).encode();
        return new ApiException(new ApiStatus(ErrorReason.EXPIRED, message, Optional.empty(), goOn));
    }

    private ListPage page(CacheSnapshot snapshot, ListOptions options, Range range, String from, long limit) {
        boolean selected = !options.labels().selectsEverything() || !options.fields().selectsEverything();
        if (!selected && limit <= 0) {
            refuseCorrupt(snapshot, from, range.to());
            Iterable<CacheEntry> entries = () -> snapshot.range(from, range.to());
            return new ListPage(snapshot.revision(), entries, "", OptionalLong.empty());
        }
        Iterator<CacheEntry> candidates = candidates(snapshot, options.fields(), range, from);
        var entries = new ArrayList<CacheEntry>();
        while (candidates.hasNext()) {
            CacheEntry entry = candidates.next();
            if (selected && !matches(entry, options)) {
                continue;
            }
            if (limit > 0 && entries.size() == limit) {
                refuseCorrupt(snapshot, from, entries.get(entries.size() - 1).key());
                return cut(snapshot, entries, range, selected);
            }
            entries.add(entry);
        }
        Optional<String> only = range.onlyKey(options.fields());
        refuseCorrupt(snapshot, only.orElse(from), only.map(key -> key + '\0').orElse(range.to()));
        return new ListPage(snapshot.revision(), entries, "", OptionalLong.empty());
    }

    /** What cannot be read might have matched. */
    private void refuseCorrupt(CacheSnapshot snapshot, String from, String to) {
        Corruption.refuse(snapshot.corrupt(from, to), state.resource(), state.keys().prefix());
    }

    /** A page with more behind it. How much more is only known, and cheap to know, when nothing is left out. */
    private ListPage cut(CacheSnapshot snapshot, List<CacheEntry> entries, Range range, boolean selected) {
        String last = entries.get(entries.size() - 1).key();
        String start = last.substring(state.keys().prefix().length());
        String token = ContinueToken.after(snapshot.revision(), start).encode();
        OptionalLong remaining = selected || !snapshot.countsCheaply()
                ? OptionalLong.empty() : OptionalLong.of(snapshot.count(last + "\u0000", range.to()));
        return new ListPage(snapshot.revision(), entries, token, remaining);
    }

    private Iterator<CacheEntry> candidates(CacheSnapshot snapshot, FieldSelector fields, Range range, String from) {
        Optional<String> key = range.onlyKey(fields);
        if (key.isPresent()) {
            return snapshot.get(key.get()).filter(entry -> range.holds(entry.key(), from)).stream().iterator();
        }
        for (FieldSelector.Requirement requirement : fields.requirements()) {
            if (requirement.equal() && snapshot.indexed(requirement.field())) {
                return new FilteredIterator(snapshot.byField(requirement.field(), requirement.value()),
                        entry -> range.holds(entry.key(), from));
            }
        }
        return snapshot.range(from, range.to());
    }

    private static boolean matches(CacheEntry entry, ListOptions options) {
        return options.labels().matches(entry.labels()) && options.fields().matches(entry::field);
    }

    CacheWatch watch(WatchRequest request, Runnable onReadable) {
        ListOptions options = request.options();
        ListRules.check(options, gates.enabled(Gates.WATCH_LIST));
        ListRules.checkFields(options.fields(), state.definition());
        long revision = ListRules.revision(options.resourceVersion());
        boolean initial = options.sendInitialEvents().orElse(false);
        Start start = start(options, revision);
        if (start == Start.AFTER_REVISION && revision == 0) {
            revision = atLeast(options.resourceVersion()).revision();
        }
        boolean bookmarks = options.allowWatchBookmarks();
        var what = new WatchOptions(request.namespace(), request.name(), options.labels(), options.fields(), start,
                revision, bookmarks, initial && bookmarks, request.endsAt(), request.changesOf());
        return state.cache().watch(what, onReadable);
    }

    /** Without {@code sendInitialEvents} an unset version and 0 mean the state first, as they did before it existed. */
    private static Start start(ListOptions options, long revision) {
        boolean state = options.sendInitialEvents().orElse(revision == 0);
        if (!state) {
            return Start.AFTER_REVISION;
        }
        if (revision > 0) {
            return Start.NOT_OLDER_THAN;
        }
        return options.resourceVersion().isEmpty() ? Start.MOST_RECENT : Start.ANY;
    }
}
