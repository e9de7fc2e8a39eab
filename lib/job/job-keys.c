/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The one list of what a problem file can say. Reading, checking, the normal form, lists of keys
 * and their documentation are made of it. */
#include "job/job-keys.h"

#include "base/text.h"
#include "base/handle.h"

const DeidJobKey deid_job_keys[] = {
  { "input", "input", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "the table to read (CSV); - is standard input" },
  { "input", "delimiter", DEID_JOB_VALUE_CHARACTER, ",", NULL, "CHARACTER",
    "the delimiter of tables that are read and written; hierarchies show theirs" },
  { "input", "quote", DEID_JOB_VALUE_CHARACTER, "\"", NULL, "CHARACTER",
    "the quotation mark of tables that are read and written" },
  { "input", "header", DEID_JOB_VALUE_FLAG, "yes", NULL, "yes|no",
    "whether the first line of tables has the names of the columns; otherwise they are column1, "
    "column2 and so on" },
  { "input", "missing", DEID_JOB_VALUE_LIST, "", NULL, "CODE;…",
    "fields that mean a missing value in every column, as an empty one does; a missing value is "
    "written as the first of them" },
  { "input", "show-values", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "whether messages show values, not only where they stand" },

  { "engine", "dialect", DEID_JOB_VALUE_CHOICE, "", "sqlite|postgresql|duckdb|clickhouse|ansi",
    "sqlite|postgresql|duckdb|clickhouse|ansi",
    "the SQL of the engine that the table stays in, instead of a file" },
  { "engine", "command", DEID_JOB_VALUE_TEXT, "", NULL, "COMMAND",
    "the client program of the engine and its arguments, such as sqlite3 my.db" },
  { "engine", "table", DEID_JOB_VALUE_TEXT, "", NULL, "TABLE",
    "the table in the engine, whose combinations are read" },
  { "engine", "output-table", DEID_JOB_VALUE_TEXT, "", NULL, "TABLE",
    "the released table that the engine makes" },
  { "engine", "max-combinations", DEID_JOB_VALUE_COUNT, "none", "none", "N",
    "how many combinations may be fetched; where there are more, the lowest levels of "
    "quasi-identifiers are raised" },

  { "population", "population", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "the table of the population that the input is from (CSV), for models and risks that compare "
    "with it" },
  { "population", "population-weight", DEID_JOB_VALUE_TEXT, "", NULL, "COLUMN",
    "the column of it that counts records" },

  { "baseline", "baseline", DEID_JOB_VALUE_PATH, "", "safe-harbor", "safe-harbor|FILE",
    "the rule to compare with: HIPAA's Safe Harbor, or a file as docs/baselines.md describes it" },
  { "baseline", "baseline-limit", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "whether the population risk by the baseline is the greatest that a release may have" },
  { "baseline", "baseline-day", DEID_JOB_VALUE_TEXT, "", NULL, "DAY",
    "the day on which ages are reckoned that dates of birth tell, such as 2024-01-31" },
  { "baseline", "zip-populations", DEID_JOB_VALUE_PATH, "", "census-2000", "FILE|census-2000",
    "how many people live in the areas of ZIP codes: a table (CSV) with columns zip3 or zip5 and "
    "count, or the published list by the Census of 2000" },

  { "models", "model", DEID_JOB_VALUE_PRIVACY, "", NULL, "MODEL;…",
    "privacy models that the release has to meet, such as k:5 or dl:2@COLUMN; without @ a model of "
    "sensitive values is asked of each sensitive and judged column" },
  { "models", "quality", DEID_JOB_VALUE_QUALITY, "loss:arith", NULL, "MODEL",
    "how loss is measured" },

  { "limits", "suppression-limit", DEID_JOB_VALUE_SHARE, "0", NULL, "SHARE",
    "the share of records that may be suppressed, such as 0.05 or 5%" },
  { "limits", "suppression-count", DEID_JOB_VALUE_COUNT, "none", "none", "N",
    "the number of records that may be suppressed, instead of a share" },

  { "lattice", "generalize-by", DEID_JOB_VALUE_CHOICE, "levels", "levels|cuts|subtrees",
    "levels|cuts|subtrees",
    "what policies choose from: levels of hierarchies; cuts between neighbours, which are leaves "
    "of hierarchies or, without these, numbers or texts in order; or subtrees of hierarchies" },
  { "lattice", "hierarchies", DEID_JOB_VALUE_PATH, "", NULL, "PREFIX",
    "the start of the paths of hierarchies, behind which the column and .csv stand, for each "
    "quasi-identifier that states none of its own" },
  { "lattice", "exact-ends", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "whether merged numbers that no hierarchy lists are labelled by the least and the greatest of "
    "them; codes such as 02138, texts of digits with a leading zero, always are" },

  { "search", "algorithm", DEID_JOB_VALUE_SEARCH, "auto", "auto", "NAME",
    "the search; auto is local for a local recoding, otherwise optimal, which begins with a quick "
    "heuristic where columns have cuts or subtrees" },
  { "search", "recoding", DEID_JOB_VALUE_CHOICE, "auto", "auto|global|local|cells",
    "auto|global|local|cells",
    "whether a policy is searched for, by which each value has one label; a local recoding, by "
    "which each class of records has labels of its own; or which cells of quasi-identifiers to "
    "suppress, for which these need no rule and no hierarchy; auto is local if the algorithm is "
    "local, mondrian or rounds, else global" },
  { "search", "iterations", DEID_JOB_VALUE_COUNT, "auto", "auto", "N",
    "how often bisecting and directed search for an alternative, auto being 100; of local recoding "
    "the steps to take, auto being as many as suit the table or the time limit" },
  { "search", "polish", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "whether these go on to alternatives that cannot be made any more specific" },
  { "search", "seed", DEID_JOB_VALUE_COUNT, "0", NULL, "N",
    "the seed of the random choices and of the order of the released rows" },
  { "search", "rises", DEID_JOB_VALUE_COUNT, "0", NULL, "N",
    "of local recoding how often the prices of a lower bound rise once the classes are made; 0 is "
    "no bound" },
  { "search", "no-forced-labels", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "whether a local recoding gives a class of two records a wider label where the lowest one "
    "would reveal finer labels of both" },
  { "search", "threads", DEID_JOB_VALUE_COUNT, "1", "all", "N",
    "threads to use; all is one for each core" },
  { "search", "time-limit", DEID_JOB_VALUE_NUMBER, "auto", "auto|none", "SECONDS|none",
    "how long to search; auto is 60 where columns have cuts or subtrees and neither a search nor a "
    "step limit is named, else none" },
  { "search", "step-limit", DEID_JOB_VALUE_COUNT, "none", "none", "N",
    "how many policies to evaluate, or steps of local recoding to take" },
  { "search", "evaluate", DEID_JOB_VALUE_TEXT, "", NULL, "POLICY",
    "the policy to evaluate and release by instead of a search, such as zip:2,age:1" },

  { "release", "keep-order", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "whether the order of the rows is kept, which links them to the input" },
  { "release", "keep-suppressed", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "whether suppressed records are kept as place holders, with their insensitive columns" },
  { "release", "spreadsheet-safe", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "whether cells that a spreadsheet would take for formulas are written behind an apostrophe" },
  { "release", "minimum-bin", DEID_JOB_VALUE_COUNT, "5", NULL, "N",
    "how many records with a value, or persons, a bin has at least whose mean is released; "
    "at least 3" },
  { "release", "alternative", DEID_JOB_VALUE_COUNT, "least-loss", "least-loss", "N",
    "the alternative to release by, if the search lists some" },

  { "report", "report-threshold", DEID_JOB_VALUE_SHARE, "0.2", NULL, "RISK",
    "a risk above which the report counts a record as at risk" },
  { "report", "minimum-cell", DEID_JOB_VALUE_COUNT, "10", NULL, "N",
    "the smallest group listed among those left out, in persons, or in records without an entity "
    "column; in public reports every withheld count has two possible values that differ by at "
    "least this many" },
  { "report", "population-size", DEID_JOB_VALUE_POPULATION, "none", "none", "N|REGION",
    "people that the table is a sample of, or the name of a region, to report how many are "
    "unique" },
  { "report", "attribute-risks", DEID_JOB_VALUE_COUNT, "none", "none", "N",
    "report what all subsets of up to so many quasi-identifiers tell apart" },
  { "report", "groups", DEID_JOB_VALUE_COUNT, "none", "none|auto", "N|auto",
    "into how many groups of similar ones to put the alternatives that a search lists, with one of "
    "each to look at first; auto tries 2 to 10" },
  { "report", "explain", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "whether to report which policies next to the optimum would have been better, and what blocks "
    "them" },
  { "report", "distortion", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "whether to report what the release did to the data: means, shares and associations, before "
    "and after" },
  { "report", "left-out", DEID_JOB_VALUE_CHOICE, "no", "no|values|pairs", "no|values|pairs",
    "whether to report whose records are suppressed, by values of columns or by pairs of them, "
    "too" },
  { "report", "utility", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "whether to report how well a model tells the records that are released from those of the "
    "table" },
  { "report", "predict", DEID_JOB_VALUE_LIST, "", NULL, "COLUMN;…",
    "report on utility, also of how well these columns are predicted from the quasi-identifiers, "
    "before and after" },
  { "report", "bias", DEID_JOB_VALUE_FLAG, "no", NULL, "yes|no",
    "whether to report how numbers correlate with frequencies of quasi-identifiers, and which "
    "shift of means suppression brings" },
  { "report", "audience", DEID_JOB_VALUE_CHOICE, "custodian", "custodian|public",
    "custodian|public", "whom the page is for" },

  { "page", "title", DEID_JOB_VALUE_FIELD, "", NULL, "TEXT", "the title of the page" },
  { "page", "purpose", DEID_JOB_VALUE_FIELD, "", NULL, "TEXT",
    "what the release is for, as the page shows it" },
  { "page", "recipient", DEID_JOB_VALUE_FIELD, "", NULL, "TEXT",
    "who receives the release, as the page shows it" },
  { "page", "release-date", DEID_JOB_VALUE_FIELD, "", NULL, "TEXT",
    "the date of the release, as the page shows it" },
  { "page", "custodian", DEID_JOB_VALUE_FIELD, "", NULL, "TEXT",
    "who is responsible for the data, as the page shows it" },
  { "page", "legal-basis", DEID_JOB_VALUE_FIELD, "", NULL, "TEXT",
    "the law or contract that allows the release, as the page shows it" },
  { "page", "release-number", DEID_JOB_VALUE_FIELD, "", NULL, "TEXT",
    "the number of the release, as the page shows it" },

  { "output", "output", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "the released table to write (CSV); - is standard output, for each file" },
  { "output", "policy", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "the stored policy to write (JSON)" },
  { "output", "certificate", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "the proof to write (JSON lines), of the optimum or of the bound of a local recoding" },
  { "output", "page", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "the page to write (HTML) for those who decide" },
  { "output", "sql-only", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "the script to write (SQL) that makes the released table in the engine, instead of making it" },
  { "output", "mode", DEID_JOB_VALUE_MODE, "0600", NULL, "MODE",
    "the rights to files that are written, in octal, whatever the umask is" },

  { "column", "role", DEID_JOB_VALUE_CHOICE, "identifying",
    "identifying|quasi-identifying|sensitive|insensitive|entity|weight|survey-weight|judged",
    "ROLE",
    "what the column is: identifying (never released), quasi-identifying, sensitive, insensitive "
    "(released as it is), entity, weight, survey-weight, or judged (by models, never released)" },
  { "column", "type", DEID_JOB_VALUE_CHOICE, "text", "text|integer|decimal|date",
    "text|integer|decimal|date", "what its values are" },
  { "column", "format", DEID_JOB_VALUE_TEXT, "", NULL, "FORMAT",
    "how its dates are written, such as DD.MM.YYYY, also for a rule that states no format; ISO "
    "8601 without it" },
  { "column", "missing", DEID_JOB_VALUE_LIST, "", NULL, "CODE;…",
    "fields of it that mean a missing value, and are written as one, in place of the code" },
  { "column", "missing-policy", DEID_JOB_VALUE_CHOICE, "own-category", "own-category|error",
    "own-category|error", "what a missing value is: one more value, or an error" },
  { "column", "rule", DEID_JOB_VALUE_RULE, "", NULL, "RULE",
    "the rule that makes its hierarchy, such as prefix:4,3,2 or date:month,year" },
  { "column", "hierarchy", DEID_JOB_VALUE_PATH, "", NULL, "FILE",
    "the file of its hierarchy (CSV), instead of a rule" },
  { "column", "generalize-by", DEID_JOB_VALUE_CHOICE, "", "levels|cuts|subtrees",
    "levels|cuts|subtrees",
    "what policies choose from for the quasi-identifier, where it is not what [lattice] says" },
  { "column", "levels", DEID_JOB_VALUE_LEVELS, "", NULL, "FIRST..LAST",
    "the levels that policies may choose, or that labels of subtrees may have: 0..2, 1.., ..3, or "
    "2 alone" },
  { "column", "keep-apart", DEID_JOB_VALUE_LIST, "", NULL, "VALUE;…",
    "values that policies with cuts keep apart from those in front of them, such as 18;65; of "
    "subtrees labels, whose values are not merged with others" },
  { "column", "keep-together", DEID_JOB_VALUE_RANGES, "", NULL, "FIRST..LAST;…",
    "values that policies with cuts always merge, such as 80..99; of subtrees two labels that one "
    "above is merged for, or one label" },
  { "column", "max-blocks", DEID_JOB_VALUE_COUNT, "none", "none", "N",
    "how many labels a column with cuts or subtrees is released with at most" },
  { "column", "weight", DEID_JOB_VALUE_WEIGHT, "1", NULL, "X",
    "how much the quasi-identifier counts in the loss, from 1e-9 to 1e9" },
  { "column", "suppression-limit", DEID_JOB_VALUE_SHARE, "none", "none", "SHARE",
    "the share of the records of each of its values that may be suppressed, such as 0.2 or 20%" },
  { "column", "group-weight", DEID_JOB_VALUE_WEIGHTS, "", NULL, "VALUE=X;…",
    "by how much the records with a value count in the loss, from 0.001 to 1000, such as other=5; "
    "nothing before the sign stands for a missing value" },
  { "column", "joint", DEID_JOB_VALUE_LIST, "", NULL, "COLUMN;…",
    "the columns that this one combines, which the table itself does not have; A+B combines A and "
    "B without it" },
  { "column", "bin-mean", DEID_JOB_VALUE_CHOICE, "no", "no|table|class", "no|table|class",
    "whether the mean of its values stands beside each label of the quasi-identifier, a number: of "
    "the records of the table with this label, or of those of the class" },
  { "column", "microaggregate", DEID_JOB_VALUE_CHOICE, "no", "no|mean|median", "no|mean|median",
    "whether the mean or median of its class takes the place of each value, a number" },
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
