/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call _new, _ref, _unref and _get_type; what other threads may call is
 *   stated.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE after
 *   deid_output_set_commit() or deid_output_set_discard(). A call to add something that fails
 *   spoils the set.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees and the number of files.
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
 * The files of one release: the released table, stored policies and certificates, which appear
 * together or not at all. Each is written when it is added, under a temporary name, `NAME.deid-`
 * and six letters or digits, and is locked (flock) until it is renamed; what is not a regular file
 * is first written to a nameless file in the directory of temporary files. deid_output_set_commit()
 * publishes all of them. If the last reference is dropped before, temporary files are removed and
 * nothing else has changed.
 *
 * Stored policies and certificates that are added after a release name it by the SHA-256 of its
 * file, so that they can be matched. What belongs to another result than the release is refused.
 *
 * Input files can be named too: no output may then be one of them, under any path. A set to which
 * an output or an input could not be added is spoiled: deid_output_set_commit() then publishes
 * nothing.
 *
 * One thread at a time, except for deid_output_set_discard().
 *
 * The library writes all files, alone or in an output set, by these rules.
 *
 * Links are followed first, even one that leads to no file yet: the file is made where the last one
 * leads, and the links stay. As with Linux's `protected_symlinks`, a link of another user is
 * refused in a directory that all may write to and whose files only their owners may remove, such
 * as /tmp, unless the link belongs to the owner of the directory. This applies to the last name of
 * a path and the links that follow from it; directories on the way are followed as the system does.
 *
 * A regular file is written next to its place, under its name with a dot and six random characters,
 * flushed to disk, and renamed. So it appears whole or not at all, an old file is not written to,
 * and other hard links keep the old content. The new file belongs to the process and has mode 0600
 * or, in an output set, that of deid_output_set_set_mode(), whatever the mode of the old file and
 * the umask. The directory must be writable.
 *
 * A character device such as a terminal, or a pipe, of the user or of root, is written directly.
 * The library waits a second for a reader of a pipe, and waits on a full pipe until its reader goes
 * on or the call is cancelled. Paths that name a descriptor of the process, such as /dev/stdout or
 * /proc/self/fd/1, are written to that descriptor, even if it is a regular file. Directories,
 * disks, sockets, and devices and pipes of another user are refused. A host that writes to pipes
 * should ignore SIGPIPE, to get an error when a reader goes away.
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
 * Drops a reference; the last one frees the set and removes temporary files.
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
 * Names a file that no output may replace. Files are compared by device and inode, to recognize
 * other links and names. Character devices are ignored, and so is a path without a file: reading it
 * will fail.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if an output is this file. Complexity: O(number of files).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_output_set_add_input (DeidOutputSet *set, const char *path, GError **error);

/**
 * deid_output_set_set_mode:
 * @set: an output set
 * @mode: the mode, such as 0640, with rights to read and write only; 0600 by default
 *
 * Sets the mode of regular files that are added from now on, whatever the umask. Temporary files
 * have mode 0600. deid_output_set_commit() sets the mode right before it renames them, once all
 * files of the set are complete. What is written directly, such as a pipe, keeps its own.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for another mode.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_output_set_set_mode (DeidOutputSet *set, guint mode, GError **error);

/**
 * deid_output_set_reserve:
 * @set: an output set
 * @path: (type filename): a file that will be written
 *
 * Checks that a path can be written: that no input and no other output, reserved or added, is this
 * file under any link or name, that it is of a kind that may be written, and that a file can be
 * made in its directory. Any number of outputs may be the null device. A reserved file need not be
 * written. The call that adds a file at the path checks again.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if an input or another output is this file; %DEID_ERROR_IO;
 * %DEID_ERROR_IMMUTABLE after deid_output_set_commit() or deid_output_set_discard(). One thread at
 * a time. Complexity: O(number of files).
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
 * stored policies and certificates. These must then be of the problem and the policy of the
 * released table, which remembers both, even if the result is gone.
 * Errors: those of deid_dataset_write_csv() and deid_output_set_reserve();
 * %DEID_ERROR_INVALID_ARGUMENT also if the set already has a file, or if @release is not made by
 * deid_result_apply(). Complexity: O(rows x columns).
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
 * `release_sha256` is deid_output_set_get_release_sha256(); otherwise there is none, even if
 * @policy was read from a file that has it.
 *
 * With a release, @policy must equal deid_stored_policy_new() of the released result except for
 * `release_sha256`; it may have been read from a file. A policy that was evaluated on further
 * records differs from the stored policy of that result, whose hierarchies are cut down: use
 * deid_stored_policy_new().
 * Errors: those of deid_stored_policy_write_json() and deid_output_set_reserve();
 * %DEID_ERROR_INVALID_ARGUMENT also if @policy is not that of the release. Complexity: O(leaves of
 * the hierarchies).
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
 * line has `release_sha256`, which is deid_output_set_get_release_sha256(); @result must have the
 * same problem object and the same policy or local recoding as the released table.
 * Errors: those of deid_result_write_certificate() and deid_output_set_reserve();
 * %DEID_ERROR_INVALID_ARGUMENT also if @result is not that of the release. Complexity: that of
 * deid_result_write_certificate().
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_output_set_add_certificate (DeidOutputSet *set, DeidResult *result, const char *path,
                                          GCancellable *cancellable, GError **error);

/**
 * deid_output_set_add_text:
 * @set: an output set
 * @text: the content of the file
 * @path: (type filename): the file
 *
 * Adds a file of the host, such as the text of deid_job_to_text(). It is written unchanged.
 * Errors: those of deid_output_set_reserve(). Complexity: O(bytes of @text).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_output_set_add_text (DeidOutputSet *set, const char *text, const char *path,
                                   GCancellable *cancellable, GError **error);

/**
 * deid_output_set_get_release_sha256:
 * @set: an output set
 *
 * One thread at a time.
 * Returns: (transfer none) (nullable): the SHA-256 of the released file in 64 lower-case
 *   hexadecimal digits, as `sha256sum` prints it; for linked tables the digests of all files,
 *   in the order of the tables and with commas between them; %NULL if the set has no release
 */
DEID_AVAILABLE_IN_0_1
const char *deid_output_set_get_release_sha256 (const DeidOutputSet *set);

/**
 * deid_output_set_commit:
 * @set: an output set
 *
 * Publishes all files: first those that are written directly, in the order of their addition, then
 * the others by renaming. If one fails, renamed files are restored and temporary files removed;
 * only what a device or pipe has taken cannot be taken back. Each replaced file keeps a second name
 * until all are renamed, if the file system allows it; a machine that fails between two renames
 * leaves some files new, others old and the temporary names. The set can then not be changed any
 * more, even after a failure.
 *
 * A spoiled set is not published: its temporary files are removed, and the error names the first
 * file that could not be added.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if something could not be added; %DEID_ERROR_IO, also if a
 * file to be replaced has become a directory; %DEID_ERROR_IMMUTABLE after deid_output_set_commit()
 * or deid_output_set_discard(). One thread at a time. Complexity: O(bytes written directly), and
 * renaming.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_output_set_commit (DeidOutputSet *set, GCancellable *cancellable, GError **error);

/**
 * deid_output_set_discard:
 * @set: an output set
 *
 * Removes the temporary files of a set that was not committed, and refuses further ones, for a
 * process that must end at once. A call that is adding a file on another thread goes on, and its
 * file will not be published. If files are being renamed, it waits until all are. Any thread may
 * call this, at any time: a thread that waits for signals, but no signal handler. Complexity:
 * O(number of files).
 */
DEID_AVAILABLE_IN_0_1
void deid_output_set_discard (DeidOutputSet *set);

G_END_DECLS

#endif
