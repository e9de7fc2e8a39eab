/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* What the command `deid` says about each of its verbs. Help screens, man pages and the completions
 * of shells are made from these tables and from the library's list of keys. */

/* Options under one heading. */
typedef struct
{
  const char *title;
  const char *names;              /* of keys of problem files and of roles, between blanks */
  const GOptionEntry *entries[4]; /* tables of other options, up to a NULL */
} VerbGroup;

typedef struct
{
  const char *name;
  const char *arguments;          /* `[PROBLEM.ini] [TABLE]` */
  const char *summary;            /* imperative, without a full stop */
  const char *const *examples;    /* commands, up to a NULL */
  const char *const *description; /* paragraphs, up to a NULL */
  const char *everyday;           /* names of the options that --help shows, between blanks */
  const VerbGroup *groups;        /* up to one without a title */
  const char *const *statuses;    /* meaning of each exit status, from 0 on, up to a NULL */
  int (*run) (void);              /* returns the exit status; the command line has been read */
} Verb;

/* Names of keys and roles that groups of several verbs have. */
#define TABLE_NAMES "delimiter quote header encoding missing show-values"
#define ROW_NAMES   "decimal thousands keep drop"
#define COLUMN_NAMES                                                                               \
  "qi sensitive insensitive judged entity weight survey-weight role type format unparsable "       \
  "suppressed "                                                                                    \
  "missing-policy separator joint"
#define PERSON_NAMES    "linked max-rows shift-days person-time key-file"
#define HIERARCHY_NAMES "rule hierarchy hierarchy-header uneven hierarchies levels"
#define MODEL_NAMES     "model quality suppression-limit suppression-count loss-weight group-weight"
#define LATTICE_NAMES                                                                              \
  "generalize-by set-size recoding exact-ends keep-apart keep-together max-blocks "                \
  "no-forced-labels"
#define POPULATION_NAMES                                                                           \
  "population population-weight baseline baseline-limit baseline-day zip-populations"

extern const Verb suggest_verb, run_verb, apply_verb, verify_verb, report_verb, explore_verb,
    hierarchy_verb, engine_verb;

/* All verbs in the order of help, up to a NULL. */
extern const Verb *const verbs[];
