/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"
#include "figures/report-private.h"
#include "suggestion/column-kinds.h"
#include "suggestion/value-patterns.h"
#include "table/column-inference.h"
#include "table/table-source.h"

/* What is counted of a column before anything is suggested. */

/* How many exceptions a suggestion names. */
#define DEID_MAX_EXCEPTIONS 5

typedef struct
{
  const DeidColumn *column;
  DeidColumnInference *inference;
  DeidPatterns patterns;
  guint64 n_records;
  guint64 n_missing;  /* records whose value is missing, or a code that says so */
  guint32 n_distinct; /* values, but for those */
  guint64 n_single;   /* values that one record has */
  guint64 n_most;     /* records of the value that most have */
  double distinction; /* as in deid_report_new_attribute_risks() */
  double separation;
  double least; /* number, or year of a date, in a double; 0 of texts */
  double greatest;
  gboolean is_whole;                       /* all numbers are, also if they are written as 1001.0 */
  guint32 n_exceptions;                    /* values that are not of the type; none of a text */
  guint64 n_exceptional;                   /* records that have them */
  guint32 exceptions[DEID_MAX_EXCEPTIONS]; /* codes of the first, in the order of their rows */
} DeidColumnFigures;

/* What is suggested for a column, and why. */
typedef struct
{
  char *name;
  char *shown; /* the name for comments */
  DeidKind kind;
  guint column;         /* of the table */
  guint32 n_values;     /* different ones, but for missing ones */
  double separation;    /* the share of pairs of records that the values tell apart */
  guint64 n_valued;     /* records that have one */
  guint64 facts;        /* #DEID_FACT bits, for the evidence */
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
  gboolean is_part;   /* an identifier that is a part of dates without a year, such as a month */
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

typedef enum
{
  DEID_LOOK_FOR_ALL,
  DEID_LOOK_FOR_PERSONS,    /* columns that mark them, and nothing else */
  DEID_LOOK_FOR_IDENTIFIERS /* of the 18 kinds: see deid_report_new_identifiers(); other columns are
                               of an unknown kind */
} DeidPurpose;

/* Looks at all columns of a table but joint ones. Those of a table that is @is_headless are called
 * by their number. Errors: those of deid_report_new_suggestions(). */
DeidSuggestions *deid_suggestions_make (const DeidDataset *dataset, DeidPurpose purpose,
                                        gboolean is_headless, const DeidStop *stop, GError **error);

/* Returns: how many columns are identifiers. */
guint deid_identifiers_count (const DeidSuggestions *identifiers);

/* Adds the figures of the report on identifiers, as of a report of its own. */
void deid_identifiers_fill (const DeidSuggestions *identifiers, DeidFigures *figures);

static inline gboolean
deid_suggestions_has_entity (const DeidSuggestions *suggestions)
{
  return suggestions->entity_column != G_MAXUINT || suggestions->entity_pair[0] != G_MAXUINT;
}

/* Returns: how many columns from one on hold one list of values, such as dx1 to dx3; 1 of others.
 */
guint deid_suggestions_count_slots (const DeidSuggestions *suggestions, guint column,
                                    const DeidDataset *dataset);

/* Adds a sentence. */
void deid_suggestion_say (DeidSuggestion *suggestion, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Tells what the column is about, and says why. */
void deid_suggest_kind (DeidSuggestion *suggestion, const DeidColumnFigures *figures);

/* Tells whether the column is an identifier, and which one. */
void deid_suggest_identifier (DeidSuggestion *suggestion, const DeidColumnFigures *figures);

/* Chooses the role of a column whose kind is known, and says what a person has to do about values
 * that do not have its type. Only one column of a table becomes that of entities, and one that of
 * survey weights. */
void deid_suggest_role (DeidSuggestions *suggestions, guint column,
                        const DeidColumnFigures *figures);

/* Chooses the rule of a column whose role is known, and says which options it could have. */
void deid_suggest_rules (DeidSuggestion *suggestion, const DeidColumnFigures *figures);

/* Once all columns have roles: gives the role of the entity to the column of fewest values within
 * which sex or birth, or what looks like them, is the same; failing that, to the first number of a
 * person, then of a record, a health plan or social security, that persons seem to share. Failing
 * both, looks for two columns that mark persons together, and says which identifying columns
 * repeat. Errors: those of deid_suggestions_make(). */
gboolean deid_suggest_entity (DeidSuggestions *suggestions, const DeidDataset *dataset,
                              const DeidStop *stop, GError **error);

/* Facts about a column, and what each of them counts for what the column may be. */

#define DEID_FACT(n) (G_GUINT64_CONSTANT (1) << (n))

/* The form of the values. */
#define DEID_FACT_DATE    DEID_FACT (0) /* also where no value tells which part is the month */
#define DEID_FACT_TEXT    DEID_FACT (1)
#define DEID_FACT_NUMBER  DEID_FACT (2)
#define DEID_FACT_INTEGER DEID_FACT (3) /* also of the type decimal, if all are whole */
#define DEID_FACT_DECIMAL DEID_FACT (4) /* not all are whole */
#define DEID_FACT_YEARS   DEID_FACT (5)
#define DEID_FACT_DAYS    DEID_FACT (6) /* of a month */
#define DEID_FACT_SERIAL  DEID_FACT (7) /* days as spreadsheets count them */
#define DEID_FACT_TIMES   DEID_FACT (8)
#define DEID_FACT_BODY    DEID_FACT (9)  /* weights of bodies */
#define DEID_FACT_WHOLE   DEID_FACT (10) /* whole numbers written as decimals, such as 17.0 */
#define DEID_FACT_DIGITS  DEID_FACT (11) /* in a value at least */
#define DEID_FACT_BELOW_0 DEID_FACT (12)
#define DEID_FACT_WORDS   DEID_FACT (13) /* several in many of the values */

/* How often values occur. */
#define DEID_FACT_CONSTANT DEID_FACT (14)
#define DEID_FACT_ONCE     DEID_FACT (15) /* each of them */
#define DEID_FACT_NEARLY   DEID_FACT (16) /* four in five records have a value of their own */
#define DEID_FACT_HALF     DEID_FACT (17) /* as many values as half of the records, or more */
#define DEID_FACT_TENTH    DEID_FACT (18)
#define DEID_FACT_FEW      DEID_FACT (19) /* up to 20 values, ten records or more of each */
#define DEID_FACT_FEWER    DEID_FACT (20) /* a hundred records or more of each */
#define DEID_FACT_SMALL    DEID_FACT (21) /* up to 20 values */
#define DEID_FACT_MANY     DEID_FACT (22) /* more than 100 values */

/* The name. */
#define DEID_FACT_NAMED            DEID_FACT (23) /* it says the kind */
#define DEID_FACT_NAMED_IDENTIFIER DEID_FACT (24)
#define DEID_FACT_NAMED_HEALTH     DEID_FACT (25)
#define DEID_FACT_UNNAMED          DEID_FACT (26) /* it says nothing */

/* What the name and the values say together. */
#define DEID_FACT_PERSON      DEID_FACT (27) /* numbers of persons */
#define DEID_FACT_UNKNOWN     DEID_FACT (28)
#define DEID_FACT_IDENTIFYING DEID_FACT (29)
#define DEID_FACT_OF_PERSONS  DEID_FACT (30) /* numbers or addresses that a person has alone */
#define DEID_FACT_PROSE       DEID_FACT (31) /* names, addresses, texts */

/* What stays the same in all records of a value, where chance would change it, and what changes. */
#define DEID_FACT_SAME_SEX      DEID_FACT (32)
#define DEID_FACT_SAME_BIRTH    DEID_FACT (33)
#define DEID_FACT_SAME_NAME     DEID_FACT (34)
#define DEID_FACT_SAME_AGE      DEID_FACT (35) /* or nearly, as it grows from year to year */
#define DEID_FACT_SAME_ORIGIN   DEID_FACT (36)
#define DEID_FACT_SAME_DATE     DEID_FACT (37)
#define DEID_FACT_SAME_HALVES   DEID_FACT (38) /* a column of few values, as of a sex */
#define DEID_FACT_SAME_OTHERS   DEID_FACT (39) /* three columns or more */
#define DEID_FACT_CHANGED_SEX   DEID_FACT (40)
#define DEID_FACT_CHANGED_BIRTH DEID_FACT (41)
#define DEID_FACT_CHANGED_NAME  DEID_FACT (42)
#define DEID_FACT_CHANGED_AGE   DEID_FACT (43)
#define DEID_FACTS_SAME                                                                            \
  (DEID_FACT_SAME_SEX | DEID_FACT_SAME_BIRTH | DEID_FACT_SAME_NAME | DEID_FACT_SAME_AGE            \
   | DEID_FACT_SAME_HALVES)
#define DEID_FACT_OFTEN   DEID_FACT (44) /* more than twelve records of a value */

#define DEID_FACT_SINGLE  DEID_FACT (45) /* hardly a value is there again */
#define DEID_FACT_CODE    DEID_FACT (46) /* numbers of anything, as the name says */
#define DEID_FACT_VAGUE   DEID_FACT (47) /* unknown, or names and addresses, which persons share */
#define DEID_FACT_NAMES   DEID_FACT (49) /* texts that begin with a capital, more than three */
#define DEID_FACT_COUNTED DEID_FACT (50) /* each number from the first to the last, once each */
#define DEID_FACT_RECORD  DEID_FACT (48) /* numbers by which persons are kept on record */

/* Returns: what the facts of a column, and the patterns of its values if @patterns is not NULL,
 * count for a kind; less than 0 if it cannot be of the kind. */
int deid_evidence_count (DeidKind kind, guint64 facts, const DeidPatterns *patterns);
