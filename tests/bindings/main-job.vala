/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The main job in Vala: a table from memory, a model of the host's own, a release, an error. */

Deid.Hierarchy make_ages (string[] ages) throws Error {
    var builder = new Deid.HierarchyBuilder (null);
    foreach (unowned string age in ages)
        builder.add_row ({ age, "%c0-%c9".printf (age[0], age[0]), "*" });
    return builder.build ();
}

void run () throws Error {
    string[] ages = { "31", "34", "47", "42", "58" };
    var table = new Deid.Dataset ("persons");
    table.add_string_column ("age", ages);
    var lattice = new Deid.Lattice (table);
    lattice.add_quasi_identifier ("age", make_ages (ages));

    uint64 asked = 0;
    var slots = new Deid.PrivacyModelFuncs ();
    slots.set_describe (() => { return "pairs"; });
    slots.set_accept ((eq_class, state, out passes) => {
        asked++;
        passes = eq_class.get_n_records () >= 2;
        return true;
    });
    var problem = new Deid.Problem (lattice);
    problem.add_privacy_model (new Deid.PrivacyModel (slots));
    problem.set_suppression_limit (0.2);
    var result = new Deid.Search.optimal ().run (problem, null);
    assert (asked > 0);
    assert (result.verify (result.apply (null), null));
    print ("%s, %" + uint64.FORMAT + " suppressed\n", result.get_policy ().to_text (),
           result.get_n_suppressed ());
    try {
        new Deid.PrivacyModel.k_anonymity (0);
        assert_not_reached ();
    } catch (Deid.Error error) {
        assert (error is Deid.Error.INVALID_ARGUMENT);
    }
}

int main () {
    try {
        run ();
        return 0;
    } catch (Error error) {
        printerr ("%s\n", error.message);
        return 1;
    }
}
