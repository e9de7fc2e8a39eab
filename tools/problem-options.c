/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the command-line tools share: from options to a problem. */
#include "problem-options.h"

#include <string.h>

#include "input-files.h"
#include "lattice-options.h"
#include "messages.h"
#include "option-values.h"
#include "output-options.h"

static char *opt_input, *opt_delimiter, *opt_sensitive, *opt_sensitive_hierarchies, *opt_judged,
    *opt_insensitive, *opt_entity, *opt_weight, *opt_survey_weight, *opt_population,
    *opt_population_weight, *opt_risk_threshold, *opt_suppression_limit, *opt_quality;
static char **opt_models;

const GOptionEntry problem_entries[] = {
  { "input", 0, 0, G_OPTION_ARG_FILENAME, &opt_input, "table to read (CSV); - is standard input",
    "FILE" },
  { "delimiter", 0, 0, G_OPTION_ARG_STRING, &opt_delimiter, "its delimiter (,)", "CHARACTER" },
  { "sensitive", 0, 0, G_OPTION_ARG_STRING, &opt_sensitive, "sensitive attributes", "A,B,…" },
  { "model", 0, 0, G_OPTION_ARG_STRING_ARRAY, &opt_models,
    "privacy model: k:5, or dl:2@COLUMN with a sensitive attribute; without @ those of --sensitive "
    "are meant, each of them",
    "MODEL" },
  { "suppression-limit", 0, 0, G_OPTION_ARG_STRING, &opt_suppression_limit,
    "share of records that may be suppressed, such as 5% or 0.05 (0)", "SHARE" },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

const GOptionEntry column_entries[] = {
  { "insensitive", 0, 0, G_OPTION_ARG_STRING, &opt_insensitive, "released unchanged", "A,B,…" },
  { "judged", 0, 0, G_OPTION_ARG_STRING, &opt_judged,
    "sensitive attributes that models judge and nobody is shown; A+B is what A and B say together",
    "A,B+C,…" },
  { "sensitive-hierarchy", 0, 0, G_OPTION_ARG_STRING, &opt_sensitive_hierarchies,
    "sensitive attributes whose hierarchies are read too, for models that ask for them", "A,B,…" },
  { "entity", 0, 0, G_OPTION_ARG_STRING, &opt_entity, "column that marks the person", "A" },
  { "weight", 0, 0, G_OPTION_ARG_STRING, &opt_weight,
    "column that says how many identical records a row stands for; no survey weight", "A" },
  { "survey-weight", 0, 0, G_OPTION_ARG_STRING, &opt_survey_weight,
    "column with the number of people that a record stands for; their sum is the size of the "
    "population, and no record counts more than once",
    "A" },
  { "population", 0, 0, G_OPTION_ARG_FILENAME, &opt_population,
    "table of the population that the input is from (CSV), for kmap, dp, jatrisk, risk, payoutmap, "
    "noattackmap and the risks that are printed",
    "FILE" },
  { "population-weight", 0, 0, G_OPTION_ARG_STRING, &opt_population_weight,
    "column of it that counts records", "A" },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

const GOptionEntry model_entries[]
    = { { "quality", 0, 0, G_OPTION_ARG_STRING, &opt_quality, "quality model (loss:arith)",
          "MODEL" },
        { "risk-threshold", 0, 0, G_OPTION_ARG_STRING, &opt_risk_threshold,
          "the greatest population risk, as --model risk:X", "X" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

gboolean
check_problem_options (GError **error)
{
  const char *const read[] = { opt_input, opt_population != NULL ? opt_population : "", NULL };

  if (opt_population_weight != NULL && opt_population == NULL)
    return refuse_option ("population-weight", opt_population_weight, "--population beside it",
                          error);
  if (opt_input != NULL && (opt_models != NULL || opt_risk_threshold != NULL))
    return check_lattice_options (error) && check_standard_input (read, error);
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       "--input and --model or --risk-threshold are needed (see --help)");
  return FALSE;
}

gboolean
reads_standard_input (void)
{
  return is_standard_input (opt_input) || is_standard_input (opt_population);
}

char **
list_input_paths (void)
{
  GPtrArray *paths = g_ptr_array_new ();
  g_auto (GStrv) names = split_list (opt_sensitive_hierarchies);

  g_ptr_array_add (paths, g_strdup (get_input_path (opt_input)));
  if (opt_population != NULL)
    g_ptr_array_add (paths, g_strdup (get_input_path (opt_population)));
  add_hierarchy_paths (paths);
  for (guint i = 0; names[i] != NULL; i++)
    add_hierarchy_path (paths, names[i]);
  g_ptr_array_add (paths, NULL);
  return (char **) g_ptr_array_free (paths, FALSE);
}

DeidCsvOptions *
make_csv_options (GError **error)
{
  return make_table_options (opt_delimiter, is_spreadsheet_safe (), error);
}

static gboolean
set_roles (DeidDataset *data, const char *columns, DeidRole role, GError **error)
{
  g_auto (GStrv) names = split_list (columns);

  for (guint i = 0; names[i] != NULL; i++)
    if (!deid_dataset_set_role (data, names[i], role, error))
      return FALSE;
  return TRUE;
}

/* A name with a `+` that is no column's stands for the columns between them, together. */
static gboolean
set_judged (DeidDataset *data, GError **error)
{
  g_auto (GStrv) names = split_list (opt_judged);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (names[i], "+", -1);
      const guint n_parts = g_strv_length (parts);
      const gboolean is_joint
          = n_parts > 1 && !deid_dataset_find_column (data, names[i], NULL, NULL);

      if (!(is_joint ? deid_dataset_add_joint_column (data, names[i], (const char *const *) parts,
                                                      NULL, error)
                     : deid_dataset_set_role (data, names[i], DEID_ROLE_JUDGED, error)))
        return FALSE;
    }
  return TRUE;
}

static DeidDataset *
load_table (DeidCsvOptions *csv, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidDataset) data = read_table (opt_input, csv, cancellable, error);

  if (data == NULL || !set_roles (data, opt_sensitive, DEID_ROLE_SENSITIVE, error)
      || !set_judged (data, error)
      || !set_roles (data, opt_insensitive, DEID_ROLE_INSENSITIVE, error)
      || !set_roles (data, opt_entity, DEID_ROLE_ENTITY, error)
      || !set_roles (data, opt_weight, DEID_ROLE_WEIGHT, error)
      || !set_roles (data, opt_survey_weight, DEID_ROLE_SURVEY_WEIGHT, error))
    return NULL;
  return g_steal_pointer (&data);
}

static gboolean
load_sensitive_hierarchies (DeidProblem *problem, GCancellable *cancellable, GError **error)
{
  g_auto (GStrv) names = split_list (opt_sensitive_hierarchies);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (DeidHierarchy) hierarchy = load_hierarchy (names[i], cancellable, error);

      if (hierarchy == NULL
          || !deid_problem_set_sensitive_hierarchy (problem, names[i], hierarchy, cancellable,
                                                    error))
        return FALSE;
    }
  return TRUE;
}

/* Returns: (transfer full): what models judge, in the order of the command line. */
static char **
list_judged (void)
{
  const char *sensitive = opt_sensitive != NULL ? opt_sensitive : "";
  const char *judged = opt_judged != NULL ? opt_judged : "";
  const gboolean are_both = sensitive[0] != '\0' && judged[0] != '\0';
  g_autofree char *all = g_strconcat (sensitive, are_both ? "," : "", judged, NULL);

  return split_list (all);
}

/* A model that judges a sensitive attribute but names none is asked of each of them. */
static gboolean
add_model (DeidProblem *problem, const char *text, GError **error)
{
  g_auto (GStrv) sensitive = list_judged ();
  guint i = 0;

  do
    {
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification (text, sensitive[i], error);

      if (model == NULL || !deid_problem_add_privacy_model (problem, model, error))
        return FALSE;
      if (strchr (text, '@') != NULL || deid_privacy_model_get_sensitive (model)[0] == NULL)
        break;
      i++;
    }
  while (sensitive[i] != NULL);
  return TRUE;
}

/* Returns: FALSE with an error; otherwise @population is set, to NULL if there is none. */
static gboolean
load_population (DeidCsvOptions *csv, DeidDataset **population, GCancellable *cancellable,
                 GError **error)
{
  *population = NULL;
  if (opt_population == NULL)
    return TRUE;
  *population = read_table (opt_population, csv, cancellable, error);
  return *population != NULL
         && set_roles (*population, opt_population_weight, DEID_ROLE_WEIGHT, error);
}

/* The models that are named, and the one that is short for another. */
static gboolean
add_models (DeidProblem *problem, GError **error)
{
  g_autoptr (DeidPrivacyModel) model = NULL;
  double threshold;

  for (guint i = 0; opt_models != NULL && opt_models[i] != NULL; i++)
    if (!add_model (problem, opt_models[i], error))
      return FALSE;
  if (opt_risk_threshold == NULL)
    return TRUE;
  if (!read_share ("risk-threshold", opt_risk_threshold, &threshold, error))
    return FALSE;
  model = deid_privacy_model_new_population_risk (threshold, 1, DEID_RISK_SCALE_SUM,
                                                  DEID_UNMATCHED_RECORDS_ERROR, error);
  return model != NULL && deid_problem_add_privacy_model (problem, model, error);
}

DeidProblem *
load_problem (DeidCsvOptions *csv, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidDataset) data = load_table (csv, cancellable, error);
  g_autoptr (DeidDataset) population = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidQualityModel) quality = NULL;
  double limit = 0;

  if (data == NULL || !load_population (csv, &population, cancellable, error))
    return NULL;
  lattice = load_lattice (data, population, cancellable, error);
  if (lattice == NULL)
    return NULL;
  problem = deid_problem_new (lattice);
  if (!load_sensitive_hierarchies (problem, cancellable, error)
      || (population != NULL
          && !deid_problem_set_population (problem, population, cancellable, error))
      || !add_models (problem, error))
    return NULL;
  quality = deid_quality_model_new_from_specification (
      opt_quality != NULL ? opt_quality : "loss:arith", error);
  if (quality == NULL || !deid_problem_set_quality_model (problem, quality, error)
      || (opt_suppression_limit != NULL
          && !read_share ("suppression-limit", opt_suppression_limit, &limit, error))
      || !deid_problem_set_suppression_limit (problem, limit, error))
    return NULL;
  return g_steal_pointer (&problem);
}

DeidDataset *
get_table (const DeidProblem *problem)
{
  return deid_lattice_get_dataset (deid_problem_get_lattice (problem));
}
