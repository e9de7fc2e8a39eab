/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "figures/report-private.h"
#include "suggestion/column-figures.h"

/* What is suggested for a column, and why. */
typedef struct
{
  char *name;
  char *shown; /* the name for comments */
  DeidKind kind;
  gboolean is_unnamed;  /* the kind is not that of the name */
  guint column;         /* of the table */
  guint32 n_values;     /* different ones, but for missing ones */
  double separation;    /* the share of pairs of records that the values tell apart */
  guint64 n_valued;     /* records that have one */
  guint64 facts;        /* for which evidence counts: see evidence.h */
  gboolean is_repeated; /* its values may be persons with several records */
  DeidRole role;
  DeidColumnType type;
  char *format;             /* or NULL */
  DeidNumberFormat number;  /* of numbers as people write them, or no decimal mark */
  char **missing_codes;     /* to a NULL */
  char *rule;               /* of a quasi-identifier, else NULL */
  char *other_rule;         /* that it could have with another role, or NULL */
  DeidColumnType near_type; /* that nearly all values are of; a text if all or few are of a type */
  char *near_format;
  char *near_rule;
  char **exceptions;  /* values that are of no such type, as far as they are shown; to a NULL */
  gboolean is_filled; /* with values of rows above */
  gboolean has_unread_dates; /* in a format that the values do not tell, or in several */
  GPtrArray *evidence;       /* sentences */
} DeidSuggestion;

/* What the columns of a table may be: see deid_report_new_suggestions(). */
typedef struct
{
  char *name; /* of the table, escaped */
  guint64 n_rows;
  guint64 n_records;
  DeidSuggestion *columns;
  guint n_columns;
  guint entity_column;  /* or G_MAXUINT */
  guint entity_pair[2]; /* columns that mark persons together; or G_MAXUINT twice */
  guint survey_column;  /* or G_MAXUINT */
  gboolean show_values;
  gboolean is_headless;    /* the names are a record, and columns are called by their number */
  GPtrArray *dropped;      /* conditions that leave odd rows out */
  char **conditions[2];    /* by which rows were left out, by #DeidRowsKind; or NULL */
  char **notes;            /* on how the table was read, as sentences; to a NULL */
  char *path;              /* of the table, or NULL */
  DeidCsvOptions *options; /* by which it was read, or NULL */
} DeidSuggestions;

void deid_suggestions_free (DeidSuggestions *suggestions);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidSuggestions, deid_suggestions_free)

/* Looks at all columns of a table but joint ones. Those of a table that is @is_headless are called
 * by their number. Errors: those of deid_report_new_suggestions().
 */
DeidSuggestions *deid_suggestions_make (const DeidDataset *dataset, gboolean is_headless,
                                        const DeidStop *stop, GError **error);

/* Looks for columns that mark persons, and at nothing else. Errors: as above. */
DeidSuggestions *deid_suggestions_make_persons (const DeidDataset *dataset, const DeidStop *stop,
                                                GError **error);

static inline gboolean
deid_suggestions_has_entity (const DeidSuggestions *suggestions)
{
  return suggestions->entity_column != G_MAXUINT || suggestions->entity_pair[0] != G_MAXUINT;
}

/* Returns: how many columns from one on hold one list of values, such as dx1 to dx3; 1 of others.
 */
guint deid_suggestions_count_slots (const DeidSuggestions *suggestions, guint column,
                                    const DeidDataset *dataset);

/* Adds a condition: a test, such as ` is missing`, of a column. */
void deid_suggestions_drop (DeidSuggestions *suggestions, const char *column, const char *test);

/* Adds a sentence. */
void deid_suggestion_say (DeidSuggestion *suggestion, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Tells what the column is about, and says why. */
DeidKind deid_suggest_kind (DeidSuggestion *suggestion, const DeidColumnFigures *figures);

/* Says what a person has to do about values that are of no type. */
void deid_suggest_forms (DeidSuggestion *suggestion, const DeidColumnFigures *figures,
                         DeidKind kind);

/* Tells whether the values are years alone. */
gboolean deid_suggestion_is_years (const DeidSuggestion *suggestion,
                                   const DeidColumnFigures *figures);

/* Chooses a role; only one column of a table is told to be that of entities, or of survey weights.
 */
void deid_suggest_role (DeidSuggestions *suggestions, guint column,
                        const DeidColumnFigures *figures, DeidKind kind);

/* Once all columns have roles: gives the role of the entity to the column of fewest values within
 * which sex or birth, or what looks like them, is the same; failing that, to the first number of a
 * person, then of a record, a health plan or social security, that persons seem to share. Failing
 * both, looks for two columns that mark persons together, and says which identifying columns
 * repeat. Errors: those of deid_suggestions_make(). */
gboolean deid_suggest_entity (DeidSuggestions *suggestions, const DeidDataset *dataset,
                              const DeidStop *stop, GError **error);

/* Changes the rule and the type of numbers whose only exceptions are open ranges, such as `90+`.
 * Returns: whether it did. */
gboolean deid_suggest_ranges (DeidSuggestion *suggestion, const DeidColumnFigures *figures);
void deid_suggest_case (DeidSuggestion *suggestion, const DeidColumnFigures *figures);
void deid_suggest_separator (DeidSuggestion *suggestion, const DeidColumnFigures *figures);

/* Makes the rule that suits the type, if the role is one that has rules or could become one.
 * Returns: (nullable) (transfer full): the specification. */
char *deid_suggest_rule (DeidSuggestion *suggestion, const DeidColumnFigures *figures,
                         DeidKind kind);
