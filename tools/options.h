/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "verb.h"

#define ALL_COLUMNS "column *" /* the section of all columns */

/* The command line. An option that sets a key of problem files has the name of the key, its form
 * and its description: one table of the library is behind both. */

typedef struct
{
  const VerbGroup *group;
  const char *name;
  char letter;               /* short form, or '\0' */
  char *form;                /* how help shows the value; NULL for a flag */
  const char *summary;       /* a sentence without a full stop */
  const char *section;       /* of the key for the whole run, or NULL */
  const char *role;          /* that the option gives to columns, or NULL */
  const GOptionEntry *entry; /* of an option that is neither, or NULL */
  char **words;              /* that the value may be, to a NULL; NULL if it may be others */
  gboolean is_of_columns;    /* COLUMN=VALUE sets the key of a column */
  gboolean is_flag;          /* of a key: yes without a value */
  gboolean is_on;            /* of a flag that is yes without the option */
  gboolean is_list;          /* each time it is given, it adds an item */
  gboolean is_path;
} Option;

/* Returns: (transfer full) (element-type Option): the options of a verb, group by group. */
GPtrArray *list_options (const Verb *verb);

/* Reads the command line of a verb, behind its name. Returns: FALSE with an error. */
gboolean read_command_line (const Verb *verb, int argc, char **argv, GError **error);

/* Tells whether @argv has `-` as a file that the verb writes, also where the command line as a
 * whole cannot be read. */
gboolean is_stream_given (const Verb *verb, int argc, char **argv);

/* Returns: (nullable): the option of the verb in use that has this name. */
const Option *find_option (const char *name);

/* An option of a key or a role, each time it was given. */
typedef struct
{
  const Option *option;
  char *name; /* as it was typed: `--model` or `-m` */
  char *value;
} Given;

/* Returns: (element-type Given): these options in the order of the command line. */
const GPtrArray *get_given_options (void);

/* Returns: (nullable): the last value given to an option of a key. */
const char *get_given_value (const char *name);

/* Returns: (array zero-terminated=1): what stands on the command line beside options. */
char *const *get_arguments (void);
