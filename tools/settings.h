/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* The settings of a run: problem files, with the options of the command line on top of them. */

/* --problem, --set, --hierarchy and --write-problem. */
extern const GOptionEntry settings_entries[], hierarchy_entries[];

/* An option that sets a key. */
typedef struct
{
  const char *option;   /* `--input` */
  char *const *value;   /* of the option, or NULL */
  const gboolean *flag; /* of one without a value, or NULL */
  const char *section, *key;
} Setting;

/* Options that set keys, up to one that is 0; each file of options has its own. */
extern const Setting problem_settings[], lattice_settings[], search_settings[], output_settings[];

/* Options that name columns of a role, in the order in which columns are mentioned. */
typedef struct
{
  const char *option;
  char *const *columns;
  const char *role;
} RoleSetting;

extern const RoleSetting quasi_identifier_role, column_roles[];

/* Reads problem files, and puts options on top of them: @own, which may be NULL, are those of the
 * tool.
 *
 * Returns: FALSE with an error. */
gboolean read_settings (const Setting *own, GError **error);

/* Sets a key of columns as an option that may be given several times says: each text is
 * `COLUMN=VALUE`, or a column alone for @standard unless that is NULL.
 *
 * Returns: FALSE with an error. */
gboolean set_column_keys (const char *option, char *const *texts, const char *key,
                          const char *standard, GError **error);

/* Sets a key of columns that is a list to what an option says that may be given several times: each
 * text is `COLUMN=ITEM`, as @form says, and the items of one column are one list, which goes over
 * that of a file.
 *
 * Returns: FALSE with an error. */
gboolean set_column_lists (const char *option, char *const *texts, const char *key,
                           const char *form, GError **error);

/* Returns: (nullable): the equals sign behind the `SECTION.KEY` that a text begins with. */
const char *find_end_of_key (const char *text);

/* Returns: (transfer none): the settings that were read. */
DeidJob *get_settings (void);

/* Tells whether a key that is a flag says yes. */
gboolean has_flag (const char *section, const char *key);

/* Tells whether a local recoding is asked for, by its name or by that of its search. */
gboolean is_recoding_local (void);

/* Reserves a file that is written instead of those of the settings, and names what must not be
 * written over. */
gboolean reserve_file (DeidOutputSet *outputs, const char *own, GError **error);

/* Tells whether --write-problem asks for the normal form of the settings instead of a run, and
 * writes it, by the rules of all outputs. */
gboolean is_problem_written (void);
gboolean write_problem (DeidOutputSet *outputs, GCancellable *cancellable, GError **error);
