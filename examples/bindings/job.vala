// SPDX-License-Identifier: LGPL-2.1-or-later
// A job in Vala.
//
//     valac --pkg deid job.vala
//     ./job examples/data

// Reads a problem file, which names the table and its hierarchies.
Deid.Job load (string folder) throws Error {
    var job = new Deid.Job ();
    job.load_file (folder + "/discharges.ini", null);
    return job;
}

void release (string folder) throws Error {
    var job = load (folder);
    var result = job.run (null);
    var table = job.release (result, null);
    print ("policy %s\n", result.get_policy ().to_text ());
    print ("loss %.6f\n", result.get_loss ());
    print ("rows %" + uint64.FORMAT + "\n", table.get_n_rows ());
}

// The table has fewer than 5,000 patients, so no policy makes 5,000 of them look alike.
void ask_too_much (string folder) throws Error {
    var job = load (folder);
    job.set ("models", "model", "k:5000", null);
    try {
        job.run (null);
    } catch (Deid.Error.NO_SOLUTION error) {
        print ("k:5000 %s\n", Deid.enum_get_name ("DeidError", error.code));
    }
}

int main (string[] arguments) {
    var folder = arguments.length > 1 ? arguments[1] : "examples/data";
    try {
        release (folder);
        ask_too_much (folder);
    } catch (Error error) {
        printerr ("%s\n", error.message);
        return 1;
    }
    return 0;
}
