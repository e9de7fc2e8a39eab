/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The one list of what a problem file can say. Reading, checking, the normal form, lists of keys
 * and their documentation are made of it. */
#include "job/job-keys.h"

#include "base/text.h"
#include "base/handle.h"

const DeidJobKey deid_job_keys[] = {
  { "input", "input", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "Table to read (CSV), or - for standard input" },
  { "input", "linked", DEID_JOB_VALUE_PATHS, "", NULL, "FILE;…",
    "Further tables of the same persons (CSV), which models judge together with the table" },
  { "input", "delimiter", DEID_JOB_VALUE_CHARACTER, ",", NULL, "CHARACTER",
    "Delimiter between the fields of tables" },
  { "input", "quote", DEID_JOB_VALUE_CHARACTER, "\"", "none", "CHARACTER|none",
    "Quotation mark around the fields of tables; none reads quotes as other characters" },
  { "input", "header", DEID_JOB_VALUE_FLAG, "yes", NULL, "yes|no",
    "Read column names from the first line of the table" },
  { "input", "encoding", DEID_JOB_VALUE_TEXT, "utf-8", NULL, "NAME",
    "Encoding of tables, such as latin1, windows-1252 or utf-16" },
  { "input", "missing", DEID_JOB_VALUE_LIST, "", NULL, "CODE;…",
    "Codes for missing values in every column, in addition to empty fields" },
  { "input", "decimal", DEID_JOB_VALUE_CHOICE, "", ".|,", ".|,",
    "Decimal mark of columns of numbers; with it, units such as EUR, $ and % are read" },
  { "input", "thousands", DEID_JOB_VALUE_SEPARATOR, "", NULL, "SIGN",
    "Separator of thousands in columns of numbers: . , ' or blank" },
  { "input", "keep", DEID_JOB_VALUE_CONDITIONS, "", NULL, "CONDITION;…",
    "Read only the rows that meet all conditions, such as year >= 2019 and ward in (A, B)" },
  { "input", "drop", DEID_JOB_VALUE_CONDITIONS, "", NULL, "CONDITION;…",
    "Leave out the rows that meet any condition, such as id = Total" },
  { "input", "show-values", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Show values of the table in messages, not only their places" },

  { "persons", "max-rows", DEID_JOB_VALUE_ROW_CAP, "none", "none", "N[,N...][:first@COLUMN]",
    "Maximum number of rows of a person, or several to choose from; the rows that stay are drawn, "
    "or the first or last by a column" },
  { "persons", "shift-days", DEID_JOB_VALUE_DAY_SHIFT, "none", "none", "N[:weekdays]",
    "Maximum number of days by which a person's dates are shifted, in whole weeks with :weekdays" },
  { "persons", "pseudonym", DEID_JOB_VALUE_PSEUDONYM, "none", "none",
    "hmac|random[:LENGTH][@COLUMN];…",
    "Release the entity column or a judged COLUMN as pseudonyms, by the key (hmac) or new in each "
    "release (random)" },
  { "persons", "key-file", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "File with the secret key of pseudonyms and shifts, of at least 32 bytes" },

  { "engine", "dialect", DEID_JOB_VALUE_PATH, "", "sqlite|postgresql|duckdb|clickhouse|ansi",
    "sqlite|postgresql|duckdb|clickhouse|ansi|FILE",
    "SQL dialect of the database that has the table, or a file of one" },
  { "engine", "command", DEID_JOB_VALUE_TEXT, "", NULL, "COMMAND",
    "Command that starts the database client, such as sqlite3 my.db" },
  { "engine", "table", DEID_JOB_VALUE_TEXT, "", NULL, "TABLE", "Table to read from the database" },
  { "engine", "output-table", DEID_JOB_VALUE_TEXT, "", NULL, "TABLE",
    "Table to create in the database for the release" },
  { "engine", "helper-schema", DEID_JOB_VALUE_TEXT, "", NULL, "SCHEMA",
    "Schema of the database in which helper tables are made" },
  { "engine", "drop-leftovers", DEID_JOB_VALUE_COUNT, "none", "none", "HOURS",
    "Drop helper tables that other runs left, if these began more than HOURS ago" },
  { "engine", "fingerprint", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Refuse the release if any released column changed since the table was counted" },
  { "engine", "max-combinations", DEID_JOB_VALUE_COUNT, "none", "none", "N",
    "Maximum number of combinations to fetch; if there are more, columns are generalized first" },

  { "population", "population", DEID_JOB_VALUE_PATH, "", "table", "table|FILE",
    "Table of the population (CSV), or the table itself before keep leaves rows out" },
  { "population", "population-weight", DEID_JOB_VALUE_TEXT, "", NULL, "COLUMN",
    "Column of the population table with the number of records per row" },

  { "baseline", "baseline", DEID_JOB_VALUE_PATH, "", "safe-harbor", "safe-harbor|FILE",
    "Fixed rule to compare the release with: HIPAA's Safe Harbor or a baseline file" },
  { "baseline", "baseline-limit", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Allow no higher population risk than the baseline has" },
  { "baseline", "baseline-day", DEID_JOB_VALUE_TEXT, "", NULL, "DAY",
    "Date at which ages are computed from dates of birth, such as 2024-01-31" },
  { "baseline", "zip-populations", DEID_JOB_VALUE_PATH, "", "census-2000", "FILE|census-2000",
    "Population of ZIP code areas (CSV), or that of the Census of 2000" },

  { "models", "model", DEID_JOB_VALUE_PRIVACY, "", NULL, "MODEL;…",
    "Privacy models that the release must meet, such as k:5 or dl:2@COLUMN" },
  { "models", "quality", DEID_JOB_VALUE_QUALITY, "loss:arith", NULL, "MODEL",
    "Quality model that measures lost detail" },

  { "limits", "suppression-limit", DEID_JOB_VALUE_SHARE, "0", NULL, "SHARE",
    "Largest share of records that may be suppressed, such as 5% or 0.05" },
  { "limits", "suppression-count", DEID_JOB_VALUE_COUNT, "none", "none", "N",
    "Largest number of records that may be suppressed, in place of a share" },

  { "lattice", "generalize-by", DEID_JOB_VALUE_CHOICE, "levels", "levels|cuts|subtrees|sets",
    "levels|cuts|subtrees|sets",
    "How columns are generalized: by levels, cuts between values, subtrees, or sets of values" },
  { "lattice", "set-size", DEID_JOB_VALUE_COUNT, "none", "none", "N",
    "Maximum number of values in a label that is a set" },
  { "lattice", "hierarchies", DEID_JOB_VALUE_PATH, "", NULL, "PREFIX",
    "Path prefix of hierarchy files for columns without a rule; h/ reads h/age.csv for age" },
  { "lattice", "exact-ends", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Label merged numbers with their exact smallest and largest value" },

  { "search", "algorithm", DEID_JOB_VALUE_SEARCH, "auto", "auto", "NAME",
    "Search algorithm; auto chooses one that suits the problem" },
  { "search", "recoding", DEID_JOB_VALUE_CHOICE, "auto", "auto|global|local|cells",
    "auto|global|local|cells",
    "Labels for all records (global) or for each class (local), or suppressed cells (cells)" },
  { "search", "iterations", DEID_JOB_VALUE_COUNT, "auto", "auto", "N",
    "Number of rounds of a bisecting or directed search, or of steps of local recoding" },
  { "search", "polish", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Refine alternatives until they cannot be made more specific" },
  { "search", "seed", DEID_JOB_VALUE_COUNT, "0", NULL, "N",
    "Seed for random choices of the search and for the order of the released rows" },
  { "search", "rises", DEID_JOB_VALUE_COUNT, "0", NULL, "N",
    "Number of rounds that raise the lower bound of a local recoding; 0 for no bound" },
  { "search", "no-forced-labels", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Avoid labels from which finer labels of their records follow" },
  { "search", "threads", DEID_JOB_VALUE_COUNT, "1", "all", "N",
    "Number of threads; all uses one for each core" },
  { "search", "time-limit", DEID_JOB_VALUE_NUMBER, "auto", "auto|none", "SECONDS|none",
    "Time limit of the search; auto is 60 seconds for cuts and subtrees, else none" },
  { "search", "step-limit", DEID_JOB_VALUE_COUNT, "none", "none", "N",
    "Maximum number of policies to evaluate, or of steps of local recoding" },
  { "search", "evaluate", DEID_JOB_VALUE_TEXT, "", NULL, "POLICY",
    "Policy to use in place of a search, such as zip:2,age:1" },

  { "release", "keep-order", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Keep the order of the rows, which links them to the input" },
  { "release", "keep-suppressed", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Keep suppressed records as placeholders, with their insensitive columns" },
  { "release", "spreadsheet-safe", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Put an apostrophe before cells that a spreadsheet would run as formulas" },
  { "release", "minimum-bin", DEID_JOB_VALUE_COUNT, "5", NULL, "N",
    "Minimum number of records or persons behind a released mean; at least 3" },
  { "release", "alternative", DEID_JOB_VALUE_COUNT, "least-loss", "least-loss", "N",
    "Number of the alternative to release, if the search lists several" },

  { "report", "report-threshold", DEID_JOB_VALUE_SHARE, "0.2", NULL, "RISK",
    "Risk above which the report counts a record as being at risk" },
  { "report", "minimum-cell", DEID_JOB_VALUE_COUNT, "10", NULL, "N",
    "Minimum number of persons or records in a group that the report lists" },
  { "report", "population-size", DEID_JOB_VALUE_POPULATION, "none", "none", "N|REGION",
    "Size of the population from which the table is a sample, or its region" },
  { "report", "attribute-risks", DEID_JOB_VALUE_COUNT, "none", "none", "N",
    "Report how well subsets of up to N quasi-identifiers tell records apart" },
  { "report", "groups", DEID_JOB_VALUE_COUNT, "none", "none|auto", "N|auto",
    "Number of groups of similar alternatives; auto chooses from 2 to 10" },
  { "report", "explain", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Report which better policies were ruled out, and why" },
  { "report", "distortion", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Report means, shares and associations before and after the release" },
  { "report", "left-out", DEID_JOB_VALUE_CHOICE, "no", "no|values|pairs", "no|values|pairs",
    "Report which groups lost records: by value, or also by pair of values" },
  { "report", "utility", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Report how well a classifier tells released records from original ones" },
  { "report", "predict", DEID_JOB_VALUE_LIST, "", NULL, "COLUMN;…",
    "Report how well the quasi-identifiers predict these columns, before and after" },
  { "report", "bias", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Report how suppression shifts the means of numbers" },
  { "report", "audience", DEID_JOB_VALUE_CHOICE, "custodian", "custodian|public",
    "custodian|public", "Audience of the page: the custodian of the data, or the public" },

  { "page", "title", DEID_JOB_VALUE_FIELD, "", NULL, "TEXT", "Title of the page" },
  { "page", "purpose", DEID_JOB_VALUE_FIELD, "", NULL, "TEXT", "Purpose of the release" },
  { "page", "recipient", DEID_JOB_VALUE_FIELD, "", NULL, "TEXT", "Recipient of the release" },
  { "page", "release-date", DEID_JOB_VALUE_FIELD, "", NULL, "TEXT", "Date of the release" },
  { "page", "custodian", DEID_JOB_VALUE_FIELD, "", NULL, "TEXT",
    "Person or office responsible for the data" },
  { "page", "legal-basis", DEID_JOB_VALUE_FIELD, "", NULL, "TEXT",
    "Law or contract that allows the release" },
  { "page", "release-number", DEID_JOB_VALUE_FIELD, "", NULL, "TEXT", "Number of the release" },

  { "output", "output", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "Released table to write (CSV), or - for standard output" },
  { "output", "linked-output", DEID_JOB_VALUE_PATHS, "", NULL, "FILE;…",
    "Released tables to write (CSV), one for each linked table, in their order" },
  { "output", "policy", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "Stored policy to write, or to check a released table by (JSON)" },
  { "output", "certificate", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "Proof of the optimum, or of the bound, to write (JSON lines)" },
  { "output", "page", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "HTML page to write for decision makers" },
  { "output", "sql-only", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "SQL script to write that creates the released table; nothing is created now" },
  { "output", "form", DEID_JOB_VALUE_CHOICE, "once", "once|repeatable|dbt", "once|repeatable|dbt",
    "Form of the SQL script: for one run, for a scheduler, or a shell script of files for dbt" },
  { "output", "mode", DEID_JOB_VALUE_MODE, "0600", NULL, "MODE",
    "Permissions of written files in octal, regardless of the umask" },

  { "column", "role", DEID_JOB_VALUE_CHOICE, "identifying",
    "identifying|quasi-identifying|sensitive|insensitive|entity|weight|survey-weight|judged",
    "ROLE",
    "Role of the column; identifying columns are never released, judged ones only as "
    "pseudonyms" },
  { "column", "type", DEID_JOB_VALUE_CHOICE, "text", "text|integer|decimal|date",
    "text|integer|decimal|date", "Type of the values" },
  { "column", "format", DEID_JOB_VALUE_TEXT, "", NULL, "FORMAT",
    "Date format, such as DD.MM.YYYY; ISO 8601 by default" },
  { "column", "decimal", DEID_JOB_VALUE_CHOICE, "", ".|,", ".|,",
    "Decimal mark of this column, if not as [input] says" },
  { "column", "thousands", DEID_JOB_VALUE_SEPARATOR, "", NULL, "SIGN",
    "Separator of thousands in this column, if not as [input] says" },
  { "column", "unparsable", DEID_JOB_VALUE_CHOICE, "error", "error|missing", "error|missing",
    "Treat values that are not of the type as an error, or as missing" },
  { "column", "missing", DEID_JOB_VALUE_LIST, "", NULL, "CODE;…",
    "Codes for missing values in this column" },
  { "column", "missing-policy", DEID_JOB_VALUE_CHOICE, "own-category", "own-category|error|above",
    "own-category|error|above",
    "Treat missing values as one more value, as an error, or as the value above, as in merged "
    "cells" },
  { "column", "separator", DEID_JOB_VALUE_CHARACTER, "", "blank|tab", "CHARACTER|blank|tab",
    "Separator between several values in a cell, which are read as a set" },
  { "column", "suppressed", DEID_JOB_VALUE_TEXT, "*", "empty", "TEXT|empty",
    "What stands for a suppressed value in the released table" },
  { "column", "rule", DEID_JOB_VALUE_RULE, "", NULL, "RULE",
    "Rule that makes the hierarchy, such as prefix:4,3,2 or date:month,year" },
  { "column", "hierarchy", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "Hierarchy file (CSV), in place of a rule" },
  { "column", "hierarchy-header", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Skip the first row of the hierarchy file, which is a header" },
  { "column", "uneven", DEID_JOB_VALUE_CHOICE, "error", "repeat|error", "repeat|error",
    "Fill short rows of the hierarchy file by repeating their last label, or refuse them" },
  { "column", "generalize-by", DEID_JOB_VALUE_CHOICE, "", "levels|cuts|subtrees|sets",
    "levels|cuts|subtrees|sets", "How this column is generalized, if not as [lattice] says" },
  { "column", "set-size", DEID_JOB_VALUE_COUNT, "", "none", "N",
    "Maximum number of values in a set of this column, if not as [lattice] says" },
  { "column", "levels", DEID_JOB_VALUE_LEVELS, "", NULL, "FIRST..LAST",
    "Levels to choose from: 0..2, 1.., ..3, or 2 alone" },
  { "column", "keep-apart", DEID_JOB_VALUE_LIST, "", NULL, "VALUE;…",
    "Values at which a new label starts, such as 18" },
  { "column", "keep-together", DEID_JOB_VALUE_RANGES, "", NULL, "FIRST..LAST;…",
    "Ranges of values that always share a label, such as 80..99" },
  { "column", "max-blocks", DEID_JOB_VALUE_COUNT, "none", "none", "N",
    "Maximum number of labels of a column with cuts or subtrees" },
  { "column", "loss-weight", DEID_JOB_VALUE_WEIGHT, "1", NULL, "X",
    "Weight of the column in the loss, from 1e-9 to 1e9" },
  { "column", "suppression-limit", DEID_JOB_VALUE_SHARE, "none", "none", "SHARE",
    "Largest share of the records of each value that may be suppressed, such as 20%" },
  { "column", "group-weight", DEID_JOB_VALUE_WEIGHTS, "", NULL, "VALUE=X;…",
    "Weight in the loss of the records with a value, such as other=5" },
  { "column", "joint", DEID_JOB_VALUE_LIST, "", NULL, "COLUMN;…",
    "Columns of the table that this column combines" },
  { "column", "bin-mean", DEID_JOB_VALUE_CHOICE, "no", "no|table|class", "no|table|class",
    "Release a mean next to each label: of the table or of the class" },
  { "column", "microaggregate", DEID_JOB_VALUE_CHOICE, "no", "no|mean|median", "no|mean|median",
    "Replace each number by the mean or median of its class" },
  { "column", "person-time", DEID_JOB_VALUE_CHOICE, "absolute", "absolute|shifted|relative",
    "absolute|shifted|relative",
    "Shift the dates of each person, or replace them by days since the person's first date" },
};

const guint deid_job_n_keys = G_N_ELEMENTS (deid_job_keys);

gboolean
deid_job_key_is_list (const DeidJobKey *key)
{
  return key->value == DEID_JOB_VALUE_LIST || key->value == DEID_JOB_VALUE_PATHS
         || key->value == DEID_JOB_VALUE_WEIGHTS || key->value == DEID_JOB_VALUE_RANGES
         || key->value == DEID_JOB_VALUE_CONDITIONS || key->value == DEID_JOB_VALUE_PRIVACY
         || key->value == DEID_JOB_VALUE_PSEUDONYM;
}

static gboolean
is_in (guint k, const char *section)
{
  return g_str_equal (deid_job_keys[k].section, section);
}

const DeidJobKey *
deid_job_key_find (const char *section, const char *name)
{
  for (guint k = 0; k < deid_job_n_keys; k++)
    if (is_in (k, section) && g_str_equal (deid_job_keys[k].name, name))
      return &deid_job_keys[k];
  return NULL;
}

/* The names of all sections, or of the keys of one, each once. */
static GPtrArray *
list_names (const char *section)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint k = 0; k < deid_job_n_keys; k++)
    if (section != NULL ? is_in (k, section) : k == 0 || !is_in (k, deid_job_keys[k - 1].section))
      g_ptr_array_add (
          names, (gpointer) (section != NULL ? deid_job_keys[k].name : deid_job_keys[k].section));
  g_ptr_array_add (names, NULL);
  return names;
}

static gboolean
job_keys_refuse (const char *section, const char *name, const char *what, GError **error)
{
  g_autoptr (GPtrArray) names = list_names (section);
  g_autoptr (GString) usages = g_string_new (NULL);
  g_autofree char *question = NULL;
  DeidNearestText nearest;

  deid_nearest_text_init (&nearest, name);
  for (guint i = 0; i + 1 < names->len; i++)
    {
      deid_specification_append_usage (usages, i, names->len - 1, g_ptr_array_index (names, i));
      deid_nearest_text_try (&nearest, g_ptr_array_index (names, i));
    }
  question = deid_nearest_text_ask (&nearest);
  return deid_fail (error, DEID_ERROR_PARSE, "%s '%s', expected %s%s%s", what, DEID_SHOW (name),
                    usages->str, section == NULL ? " and its name" : "", question);
}

gboolean
deid_job_key_refuse_section (const char *section, GError **error)
{
  return job_keys_refuse (NULL, section, "section", error);
}

gboolean
deid_job_key_refuse (const char *section, const char *name, GError **error)
{
  return job_keys_refuse (section, name, "key", error);
}
