package mortise.core.expression;

/** A type as a value, for example of {@code type(1)}. */
record TypeValue(String name) {

    @Override
    public String toString() {
        return name;
    }
}
