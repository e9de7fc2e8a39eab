/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The one list of what a problem file can say. Reading, checking, the normal form, lists of keys
 * and their documentation are made of it. */
#include "job/job-keys.h"

#include "base/text.h"
#include "base/handle.h"

const DeidJobKey deid_job_keys[] = {
  { "input", "input", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "Table to read (CSV); - reads standard input" },
  { "input", "delimiter", DEID_JOB_VALUE_CHARACTER, ",", NULL, "CHARACTER",
    "Delimiter of the tables read and written" },
  { "input", "quote", DEID_JOB_VALUE_CHARACTER, "\"", NULL, "CHARACTER",
    "Quotation mark of the tables read and written" },
  { "input", "header", DEID_JOB_VALUE_FLAG, "yes", NULL, "yes|no",
    "Take the column names from the first line of a table" },
  { "input", "missing", DEID_JOB_VALUE_LIST, "", NULL, "CODE;…",
    "Codes that mean a missing value in every column, as an empty field does" },
  { "input", "show-values", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Show values in messages, not only where they stand" },

  { "engine", "dialect", DEID_JOB_VALUE_CHOICE, "", "sqlite|postgresql|duckdb|clickhouse|ansi",
    "sqlite|postgresql|duckdb|clickhouse|ansi",
    "SQL dialect of the engine that keeps the table, in place of a file" },
  { "engine", "command", DEID_JOB_VALUE_TEXT, "", NULL, "COMMAND",
    "Client program of the engine with its arguments, such as sqlite3 my.db" },
  { "engine", "table", DEID_JOB_VALUE_TEXT, "", NULL, "TABLE", "Table in the engine to read" },
  { "engine", "output-table", DEID_JOB_VALUE_TEXT, "", NULL, "TABLE",
    "Released table to make in the engine" },
  { "engine", "max-combinations", DEID_JOB_VALUE_COUNT, "none", "none", "N",
    "Most combinations to fetch; more of them raise the lowest levels" },

  { "population", "population", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "Table of the population that the input is from (CSV)" },
  { "population", "population-weight", DEID_JOB_VALUE_TEXT, "", NULL, "COLUMN",
    "Column of the population table that counts records" },

  { "baseline", "baseline", DEID_JOB_VALUE_PATH, "", "safe-harbor", "safe-harbor|FILE",
    "Rule to compare with: HIPAA's Safe Harbor or a baseline file" },
  { "baseline", "baseline-limit", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Limit the population risk of the release to that of the baseline" },
  { "baseline", "baseline-day", DEID_JOB_VALUE_TEXT, "", NULL, "DAY",
    "Day for which ages are computed from dates of birth, such as 2024-01-31" },
  { "baseline", "zip-populations", DEID_JOB_VALUE_PATH, "", "census-2000", "FILE|census-2000",
    "Table of how many people live in ZIP code areas (CSV), or the Census of 2000" },

  { "models", "model", DEID_JOB_VALUE_PRIVACY, "", NULL, "MODEL;…",
    "Privacy models that the release must meet, such as k:5 or dl:2@COLUMN" },
  { "models", "quality", DEID_JOB_VALUE_QUALITY, "loss:arith", NULL, "MODEL",
    "Quality model that measures the loss" },

  { "limits", "suppression-limit", DEID_JOB_VALUE_SHARE, "0", NULL, "SHARE",
    "Share of records that may be suppressed, such as 5% or 0.05" },
  { "limits", "suppression-count", DEID_JOB_VALUE_COUNT, "none", "none", "N",
    "Number of records that may be suppressed, in place of a share" },

  { "lattice", "generalize-by", DEID_JOB_VALUE_CHOICE, "levels", "levels|cuts|subtrees",
    "levels|cuts|subtrees",
    "How columns are generalized: by levels, by cuts between values or by subtrees" },
  { "lattice", "hierarchies", DEID_JOB_VALUE_PATH, "", NULL, "PREFIX",
    "Start of the paths of hierarchy files; the column name and .csv follow" },
  { "lattice", "exact-ends", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Label merged numbers by the least and the greatest of them" },

  { "search", "algorithm", DEID_JOB_VALUE_SEARCH, "auto", "auto", "NAME",
    "Search algorithm; auto chooses one for the problem" },
  { "search", "recoding", DEID_JOB_VALUE_CHOICE, "auto", "auto|global|local|cells",
    "auto|global|local|cells",
    "Generalize all records alike, each class on its own, or suppress single cells" },
  { "search", "iterations", DEID_JOB_VALUE_COUNT, "auto", "auto", "N",
    "Rounds of bisecting and directed search, or steps of local recoding" },
  { "search", "polish", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Continue to alternatives that cannot be made more specific" },
  { "search", "seed", DEID_JOB_VALUE_COUNT, "0", NULL, "N",
    "Seed of the random choices of the search and of the order of the released rows" },
  { "search", "rises", DEID_JOB_VALUE_COUNT, "0", NULL, "N",
    "Rounds that raise the lower bound of a local recoding; 0 computes no bound" },
  { "search", "no-forced-labels", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Widen labels of two records that would reveal finer labels of both" },
  { "search", "threads", DEID_JOB_VALUE_COUNT, "1", "all", "N",
    "Threads to use; all uses one for each core" },
  { "search", "time-limit", DEID_JOB_VALUE_NUMBER, "auto", "auto|none", "SECONDS|none",
    "Seconds to search; auto is 60 or none" },
  { "search", "step-limit", DEID_JOB_VALUE_COUNT, "none", "none", "N",
    "Most policies to evaluate, or most steps of local recoding" },
  { "search", "evaluate", DEID_JOB_VALUE_TEXT, "", NULL, "POLICY",
    "Policy to evaluate and release in place of a search, such as zip:2,age:1" },

  { "release", "keep-order", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Keep the order of the rows, which links them to the input" },
  { "release", "keep-suppressed", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Keep suppressed records as placeholders, with their insensitive columns" },
  { "release", "spreadsheet-safe", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Put an apostrophe before cells that a spreadsheet would run as formulas" },
  { "release", "minimum-bin", DEID_JOB_VALUE_COUNT, "5", NULL, "N",
    "Fewest records, or persons, behind a released mean; at least 3" },
  { "release", "alternative", DEID_JOB_VALUE_COUNT, "least-loss", "least-loss", "N",
    "Number of the alternative to release, if the search lists several" },

  { "report", "report-threshold", DEID_JOB_VALUE_SHARE, "0.2", NULL, "RISK",
    "Risk above which the report counts a record as at risk" },
  { "report", "minimum-cell", DEID_JOB_VALUE_COUNT, "10", NULL, "N",
    "Smallest group of left-out records to list, in persons or records" },
  { "report", "population-size", DEID_JOB_VALUE_POPULATION, "none", "none", "N|REGION",
    "Size of the population that the table is a sample of, or a region" },
  { "report", "attribute-risks", DEID_JOB_VALUE_COUNT, "none", "none", "N",
    "Report what subsets of up to N quasi-identifiers tell apart" },
  { "report", "groups", DEID_JOB_VALUE_COUNT, "none", "none|auto", "N|auto",
    "Number of groups of similar alternatives; auto tries 2 to 10" },
  { "report", "explain", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Report which better policies were ruled out, and why" },
  { "report", "distortion", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Report means, shares and associations before and after the release" },
  { "report", "left-out", DEID_JOB_VALUE_CHOICE, "no", "no|values|pairs", "no|values|pairs",
    "Report whose records are suppressed, by values or also by pairs of values" },
  { "report", "utility", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Report how well a model tells released records from original ones" },
  { "report", "predict", DEID_JOB_VALUE_LIST, "", NULL, "COLUMN;…",
    "Report how well the quasi-identifiers predict these columns, before and after" },
  { "report", "bias", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "Report how suppression shifts the means of numbers" },
  { "report", "audience", DEID_JOB_VALUE_CHOICE, "custodian", "custodian|public",
    "custodian|public", "Readers of the page" },

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
    "Released table to write (CSV); - writes to standard output" },
  { "output", "policy", DEID_JOB_VALUE_PATH, "", NULL, "FILE", "Stored policy to write (JSON)" },
  { "output", "certificate", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "Proof of the optimum, or of the bound, to write (JSON lines)" },
  { "output", "page", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "Page for decision makers to write (HTML)" },
  { "output", "sql-only", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "SQL script to write that makes the released table, in place of making it" },
  { "output", "mode", DEID_JOB_VALUE_MODE, "0600", NULL, "MODE",
    "Permissions of the written files, in octal, whatever the umask is" },

  { "column", "role", DEID_JOB_VALUE_CHOICE, "identifying",
    "identifying|quasi-identifying|sensitive|insensitive|entity|weight|survey-weight|judged",
    "ROLE", "Role of the column; identifying and judged columns are never released" },
  { "column", "type", DEID_JOB_VALUE_CHOICE, "text", "text|integer|decimal|date",
    "text|integer|decimal|date", "Type of the values" },
  { "column", "format", DEID_JOB_VALUE_TEXT, "", NULL, "FORMAT",
    "Format of the dates, such as DD.MM.YYYY; ISO 8601 by default" },
  { "column", "missing", DEID_JOB_VALUE_LIST, "", NULL, "CODE;…",
    "Codes that mean a missing value in this column" },
  { "column", "missing-policy", DEID_JOB_VALUE_CHOICE, "own-category", "own-category|error",
    "own-category|error", "Treat missing values as one more value, or as an error" },
  { "column", "rule", DEID_JOB_VALUE_RULE, "", NULL, "RULE",
    "Rule that makes the hierarchy, such as prefix:4,3,2 or date:month,year" },
  { "column", "hierarchy", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "Hierarchy file (CSV), in place of a rule" },
  { "column", "generalize-by", DEID_JOB_VALUE_CHOICE, "", "levels|cuts|subtrees",
    "levels|cuts|subtrees", "How this column is generalized, in place of what [lattice] says" },
  { "column", "levels", DEID_JOB_VALUE_LEVELS, "", NULL, "FIRST..LAST",
    "Levels that may be chosen: 0..2, 1.., ..3, or 2 alone" },
  { "column", "keep-apart", DEID_JOB_VALUE_LIST, "", NULL, "VALUE;…",
    "Values that start a new label, such as 18;65" },
  { "column", "keep-together", DEID_JOB_VALUE_RANGES, "", NULL, "FIRST..LAST;…",
    "Values that always share a label, such as 80..99" },
  { "column", "max-blocks", DEID_JOB_VALUE_COUNT, "none", "none", "N",
    "Most labels of a column with cuts or subtrees" },
  { "column", "weight", DEID_JOB_VALUE_WEIGHT, "1", NULL, "X",
    "Weight of the quasi-identifier in the loss, from 1e-9 to 1e9" },
  { "column", "suppression-limit", DEID_JOB_VALUE_SHARE, "none", "none", "SHARE",
    "Share of the records of each value that may be suppressed, such as 20%" },
  { "column", "group-weight", DEID_JOB_VALUE_WEIGHTS, "", NULL, "VALUE=X;…",
    "Weights of the records with a value in the loss, such as other=5" },
  { "column", "joint", DEID_JOB_VALUE_LIST, "", NULL, "COLUMN;…",
    "Columns of the table that this column combines" },
  { "column", "bin-mean", DEID_JOB_VALUE_CHOICE, "no", "no|table|class", "no|table|class",
    "Release the mean beside each label: of the table's records or of the class" },
  { "column", "microaggregate", DEID_JOB_VALUE_CHOICE, "no", "no|mean|median", "no|mean|median",
    "Replace each number by the mean or median of its class" },
};

const guint deid_job_n_keys = G_N_ELEMENTS (deid_job_keys);

gboolean
deid_job_key_is_list (const DeidJobKey *key)
{
  return key->value == DEID_JOB_VALUE_LIST || key->value == DEID_JOB_VALUE_WEIGHTS
         || key->value == DEID_JOB_VALUE_RANGES || key->value == DEID_JOB_VALUE_PRIVACY;
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
  g_autofree char *shown = deid_text_show (name, -1);
  g_autofree char *question = NULL;
  DeidNearestText nearest;

  deid_nearest_text_init (&nearest, name);
  for (guint i = 0; i + 1 < names->len; i++)
    {
      deid_specification_append_usage (usages, i, names->len - 1, g_ptr_array_index (names, i));
      deid_nearest_text_try (&nearest, g_ptr_array_index (names, i));
    }
  question = deid_nearest_text_ask (&nearest);
  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE, "%s '%s', expected %s%s%s", what, shown,
               usages->str, section == NULL ? " and its name" : "", question);
  return FALSE;
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
