/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Settings of jobs, and figures of results. */
#include "binding.h"

SEXP
binding_new_job (void)
{
  return handle_new ('j', deid_job_new ());
}

SEXP
binding_load_text (SEXP job, SEXP text)
{
  GError *error = NULL;

  if (!deid_job_load_text (handle_get (job, 'j'), get_text (text), NULL, NULL, &error))
    stop_with_error (error);
  return R_NilValue;
}

SEXP
binding_set (SEXP job, SEXP section, SEXP key, SEXP value, SEXP origin)
{
  GError *error = NULL;

  if (!deid_job_set (handle_get (job, 'j'), get_text (section), get_text (key), get_text (value),
                     get_text (origin), &error))
    stop_with_error (error);
  return R_NilValue;
}

SEXP
binding_get (SEXP job, SEXP section, SEXP key)
{
  const char *value = deid_job_get (handle_get (job, 'j'), get_text (section), get_text (key));

  return make_text (value == NULL ? "" : value);
}

/* The texts of a list, which is freed. */
static SEXP
take_texts (char **list)
{
  SEXP texts = make_texts ((const char *const *) list, g_strv_length (list));

  g_strfreev (list);
  return texts;
}

/* The sections of all keys, with the keys as names. */
SEXP
binding_keys (void)
{
  char **sections;
  SEXP keys = PROTECT (take_texts (deid_job_list_keys (&sections, NULL, NULL)));
  SEXP result = PROTECT (take_texts (sections));

  Rf_setAttrib (result, R_NamesSymbol, keys);
  UNPROTECT (2);
  return result;
}

static SEXP
take_text (char *text)
{
  SEXP result = PROTECT (make_text (text));

  deid_free (text);
  UNPROTECT (1);
  return result;
}

SEXP
binding_section (SEXP column)
{
  const char *name = get_text (column);

  return take_text (deid_job_get_column_section (name == NULL ? "" : name));
}

SEXP
binding_sections (SEXP job)
{
  return take_texts (deid_job_list_column_sections (handle_get (job, 'j')));
}

SEXP
binding_problem (SEXP job)
{
  GError *error = NULL;
  char *text = deid_job_to_text (handle_get (job, 'j'), NULL, &error);

  if (text == NULL)
    stop_with_error (error);
  return take_text (text);
}

/* Makes the job use a table, whose messages show values if those of [input] do. */
SEXP
binding_use (SEXP job, SEXP dataset)
{
  DeidJob *settings = handle_get (job, 'j');
  DeidDataset *table = handle_get (dataset, 'd');
  const gboolean shows = strcmp (deid_job_get (settings, "input", "show-values"), "yes") == 0;
  GError *error = NULL;

  if (!deid_dataset_set_show_values (table, shows, &error)
      || !deid_job_set_dataset (settings, table, &error))
    stop_with_error (error);
  return R_NilValue;
}

SEXP
binding_figures (SEXP result)
{
  const char *names[] = { "loss",       "lower_bound", "is_proven_optimal", "termination",
                          "suppressed", "policy",      "description",       "" };
  const DeidResult *found = handle_get (result, 'r');
  const DeidPolicy *policy = deid_result_get_policy (found);
  SEXP figures = PROTECT (Rf_mkNamed (VECSXP, names));

  SET_VECTOR_ELT (figures, 0, Rf_ScalarReal (deid_result_get_loss (found)));
  SET_VECTOR_ELT (figures, 1, Rf_ScalarReal (deid_result_get_lower_bound (found)));
  SET_VECTOR_ELT (figures, 2, Rf_ScalarLogical (deid_result_is_proven_optimal (found)));
  SET_VECTOR_ELT (
      figures, 3,
      make_text (deid_enum_get_name ("DeidTermination", deid_result_get_termination (found))));
  SET_VECTOR_ELT (figures, 4, Rf_ScalarReal ((double) deid_result_get_n_suppressed (found)));
  SET_VECTOR_ELT (figures, 5,
                  take_text (policy == NULL ? NULL : deid_policy_to_text (policy, NULL)));
  SET_VECTOR_ELT (figures, 6,
                  take_text (policy == NULL ? NULL : deid_policy_describe (policy, NULL, NULL)));
  UNPROTECT (1);
  return figures;
}
