/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_OUTPUT_SET_H
#define DEID_OUTPUT_SET_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-certificate.h>
#include <deid/deid-stored-policy.h>

G_BEGIN_DECLS

/**
 * DeidOutputSet:
 *
 * The files that one release consists of: the released table, stored policies and certificates,
 * which appear together or not at all. Each is written when it is added, under a temporary name,
 * `NAME.deid-` and six letters or digits, and is locked (flock) until it is renamed; what is no
 * regular file is written to a file without a name in the directory of temporary files.
 * deid_output_set_commit() publishes all of them. If the last reference is dropped before,
 * temporary files are removed and nothing else has changed.
 *
 * Stored policies and certificates that are added behind a release name it by the SHA-256 of the
 * bytes of its file, so that it can be told that they belong together.
 *
 * Files that are read can be named too: no output may then be one of them, under whatever path.
 *
 * What belongs to another result than the release is refused. A set to which a file could not be
 * added, be it an output or an input, is spoiled: deid_output_set_commit() then publishes nothing.
 *
 * One thread at a time, but for deid_output_set_discard().
 *
 * The library writes all files, alone or in an output set, by these rules.
 *
 * Links are followed first, also one that leads to no file yet: the file is made where the last one
 * leads, and the links stay. As with Linux's `protected_symlinks`, a link is refused that belongs
 * to another user and stands in a directory that all may write to and whose files only their owners
 * may remove, such as /tmp, unless it belongs to the owner of the directory. That holds for the
 * last name of a path and the links that follow from it; directories on the way are followed as the
 * system does.
 *
 * A regular file is written beside that place, under its name with a dot and six random characters
 * behind it, brought to the disk, and renamed over what stands there. So it appears whole or not at
 * all, what stood there is not written to, other hard links of it keep the old content, and the
 * new file belongs to the process and has mode 0600 or, in an output set,
 * deid_output_set_get_mode(), whatever the old one had and whatever the umask is. The directory
 * must be writable.
 *
 * What stands there and is no regular file is written directly: a character device such as a
 * terminal, or a pipe, of the user or of root. A pipe that no process reads is waited for for a
 * second; one that is full until its reader goes on, or until the call is cancelled. Paths that
 * name a descriptor of the process, such as /dev/stdout or /proc/self/fd/1, are written to that
 * descriptor as it is, be it a regular file. Directories, disks, sockets, and devices and pipes of
 * another user are refused. A host that writes to pipes should ignore SIGPIPE, to be told of a
 * reader that went away by an error.
 */
typedef struct DeidOutputSet DeidOutputSet;

DEID_AVAILABLE_IN_0_1
GType deid_output_set_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidOutputSet *deid_output_set_ref (DeidOutputSet *set);

/**
 * deid_output_set_unref:
 * @set: (transfer full): an output set
 *
 * Drops a reference; the last one frees it and removes temporary files.
 * Complexity: O(1), or the number of files.
 */
DEID_AVAILABLE_IN_0_1
void deid_output_set_unref (DeidOutputSet *set);

/**
 * deid_output_set_new:
 *
 * Creates an output set without files.
 * Returns: (transfer full): a new output set
 */
DEID_AVAILABLE_IN_0_1
DeidOutputSet *deid_output_set_new (void);

/**
 * deid_output_set_add_input:
 * @set: an output set
 * @path: (type filename): a file that is read
 *
 * Names a file that no output may replace. Files are compared by device and inode, so that other
 * links and names of it are known too. Character devices are left alone, and so is a path where
 * nothing stands: whoever reads it will tell.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if an output is this file; %DEID_ERROR_IMMUTABLE after
 * deid_output_set_commit() or deid_output_set_discard(). A call that fails spoils the set.
 * Complexity: O(number of files).
 * Returns: whether no output is this file
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_output_set_add_input (DeidOutputSet *set, const char *path, GError **error);

/**
 * deid_output_set_set_mode:
 * @set: an output set
 * @mode: the mode, such as 0640, with rights to read and write and no others
 *
 * Sets the mode of regular files that are added from now on. It is neither widened nor narrowed by
 * the umask, and by default 0600, which lets the owner alone read. Under its temporary name a file
 * has mode 0600. deid_output_set_commit() gives it this mode right before it renames it, once all
 * files of the set are complete. What is written directly, as a pipe, keeps its own.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for another mode; %DEID_ERROR_IMMUTABLE after
 * deid_output_set_commit() or deid_output_set_discard().
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_output_set_set_mode (DeidOutputSet *set, guint mode, GError **error);

/**
 * deid_output_set_get_mode:
 * @set: an output set
 *
 * One thread at a time.
 * Returns: the mode of regular files that are added
 */
DEID_AVAILABLE_IN_0_1
guint deid_output_set_get_mode (const DeidOutputSet *set);

/**
 * deid_output_set_reserve:
 * @set: an output set
 * @path: (type filename): a file that will be written
 *
 * Checks that a path can be written, before anything is: that no input is this file, nor any other
 * output, be it reserved or added, by whatever links or names they are reached; that it is what may
 * be written; and that a file can be made in its directory. Any number of outputs may be the null
 * device. What is reserved need not be written. The call that adds a file at the same path checks
 * once more.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if an input or another output is this file; %DEID_ERROR_IO;
 * %DEID_ERROR_IMMUTABLE after deid_output_set_commit() or deid_output_set_discard(). One thread at
 * a time. Complexity: O(number of files).
 * Returns: whether the path can be written
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_output_set_reserve (DeidOutputSet *set, const char *path, GError **error);

/**
 * deid_output_set_add_release:
 * @set: an output set
 * @release: a released table, made by deid_result_apply()
 * @path: (type filename): its file
 * @options: (nullable): the layout, or %NULL for the defaults of deid_csv_options_new()
 *
 * Adds the file that deid_dataset_write_csv() writes. A set has at most one, which comes before
 * stored policies and certificates. From then on they have to be of the problem and the policy that
 * the table was released by, which it remembers, also when the result is gone.
 * Errors: those of deid_dataset_write_csv() and deid_output_set_reserve();
 * %DEID_ERROR_INVALID_ARGUMENT also if the set has a file by now, or if @release is another table
 * than deid_result_apply() makes. A call that fails spoils the set. Complexity: O(rows x columns).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_output_set_add_release (DeidOutputSet *set, DeidDataset *release, const char *path,
                                      DeidCsvOptions *options, GCancellable *cancellable,
                                      GError **error);

/**
 * deid_output_set_add_stored_policy:
 * @set: an output set
 * @policy: a stored policy
 * @path: (type filename): its file
 *
 * Adds the file that deid_stored_policy_write_json() writes. If the set has a release, the member
 * `release_sha256` is what deid_output_set_get_release_sha256() tells; otherwise there is none,
 * also if @policy was read from a file that names a release.
 *
 * With a release, @policy has to say what deid_stored_policy_new() says of the result that the
 * table was released by, `release_sha256` aside. One that was read from a file may say it too. But
 * one that was evaluated on further records is not the stored policy of the result that it gave,
 * whose hierarchies are cut down: deid_stored_policy_new() makes that.
 * Errors: those of deid_stored_policy_write_json() and deid_output_set_reserve();
 * %DEID_ERROR_INVALID_ARGUMENT also if @policy is not that of the release. A call that fails spoils
 * the set. Complexity: O(leaves of the hierarchies).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_output_set_add_stored_policy (DeidOutputSet *set, DeidStoredPolicy *policy,
                                            const char *path, GCancellable *cancellable,
                                            GError **error);

/**
 * deid_output_set_add_certificate:
 * @set: an output set
 * @result: a result that is proven optimal, or has a bound for local recodings
 * @path: (type filename): the certificate's file
 *
 * Adds the file that deid_result_write_certificate() writes. If the set has a release, the first
 * line has `release_sha256`, which is what deid_output_set_get_release_sha256() tells; @result has
 * to have the very problem that the table was released by, and the same policy or local recoding.
 * Errors: those of deid_result_write_certificate() and deid_output_set_reserve();
 * %DEID_ERROR_INVALID_ARGUMENT also if @result is not that of the release. A call that fails spoils
 * the set. Complexity: that of deid_result_write_certificate().
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_output_set_add_certificate (DeidOutputSet *set, DeidResult *result, const char *path,
                                          GCancellable *cancellable, GError **error);

/**
 * deid_output_set_add_text:
 * @set: an output set
 * @text: what the file is to contain
 * @path: (type filename): the file
 *
 * Adds a file of the host's own, such as what deid_job_to_text() makes. It is written as it is, by
 * the rules of all files of the set.
 * Errors: those of deid_output_set_reserve(). A call that fails spoils the set. Complexity: O(bytes
 * of @text).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_output_set_add_text (DeidOutputSet *set, const char *text, const char *path,
                                   GCancellable *cancellable, GError **error);

/**
 * deid_output_set_get_release_sha256:
 * @set: an output set
 *
 * One thread at a time.
 * Returns: (transfer none) (nullable): the SHA-256 of the bytes of the released file in 64
 *   lower-case hexadecimal digits, as `sha256sum` prints it, or %NULL if the set has no release
 */
DEID_AVAILABLE_IN_0_1
const char *deid_output_set_get_release_sha256 (const DeidOutputSet *set);

/**
 * deid_output_set_commit:
 * @set: an output set
 *
 * Publishes all files: first those that are written directly, in the order in which they were
 * added, then, by renaming, the others. If one fails, files that were renamed before are put back
 * as they were, and temporary files are removed; only what a device or pipe has taken cannot be
 * taken back. Each file that is replaced keeps a second name until all are renamed, where the file
 * system has such names; a machine that fails between two renames leaves some files new, others old
 * and the temporary names. The set can then not be changed any more, also after a failure.
 *
 * A set that a call has failed to add something to is not published at all: its temporary files are
 * removed, and the error names the first file that could not be added.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if something could not be added; %DEID_ERROR_IO, also if a
 * file that is to be replaced has become a directory; %DEID_ERROR_IMMUTABLE after
 * deid_output_set_commit() or deid_output_set_discard(). One thread at a time. Complexity: O(bytes
 * written directly), and what renaming takes.
 * Returns: whether all files are there
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_output_set_commit (DeidOutputSet *set, GCancellable *cancellable, GError **error);

/**
 * deid_output_set_discard:
 * @set: an output set
 *
 * Removes the temporary files of a set that was not committed, and refuses further ones. A call
 * that is adding a file on another thread goes on, and its file will not be published. This is for
 * a process that has to end at once; a signal handler must not call it, but a thread that waits for
 * signals may. If files are being renamed, it waits until all are.
 * Any thread may call this, at any time. Complexity: O(number of files).
 */
DEID_AVAILABLE_IN_0_1
void deid_output_set_discard (DeidOutputSet *set);

G_END_DECLS

#endif
