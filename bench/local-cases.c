/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "local-cases.h"

#include "local-tables.h"

/* Each k of a table stands behind the lesser ones. */
const LocalCase local_cases[] = {
  { "adult",
    9,
    NULL,
    NULL,
    0,
    5,
    40,
    { { 60000, 0, 0 }, { 400000, 0.0515, 1 }, { 3200000, 0.0491, 5 }, { 33000000, 0.0475, 60 } } },
  { "adult", 9, NULL, NULL, 0, 11, 40, { { 600000, 0, 0 }, { 5000000, 0.0777, 20 } } },
  { "adult", 9, NULL, NULL, 0, 25, 40, { { 800000, 0, 0 }, { 8000000, 0.112, 20 } } },
  { "adult", 9, NULL, NULL, 0, 100, 0, { { 60000, 0, 0 }, { 500000, 0.196, 20 } } },
  { "adult", 9, "occupation", NULL, 0, 5, 40, { { 600000, 0, 0 }, { 5000000, 0.0259, 8 } } },
  { "adult", 9, "occupation", NULL, 0, 11, 0, { { 600000, 0, 0 }, { 5000000, 0, 0 } } },
  { "adult", 9, "occupation", NULL, 0, 100, 0, { { 60000, 0, 0 }, { 500000, 0, 0 } } },
  { "adult", 9, "occupation", "dl:3", 0, 5, 0, { { 375000, 0, 0 }, { 3000000, 0.0276, 20 } } },
  { "adult", 9, "occupation", "te:0.4", 0, 5, 0, { { 60000, 0, 0 }, { 500000, 0, 0 } } },
  { "adult", 9, "occupation", "to:0.2", 0, 5, 0, { { 60000, 0, 0 }, { 500000, 0, 0 } } },
  { "adult", 9, "occupation", NULL, 0.01, 5, 0, { { 375000, 0, 0 }, { 3000000, 0, 0 } } },
  { "mach2019", 9, NULL, NULL, 0, 5, 8, { { 1200000, 0, 0 }, { 9500000, 0.0714, 20 } } },
  { "mach2019", 9, NULL, NULL, 0, 11, 0, { { 600000, 0, 0 }, { 5000000, 0, 0 } } },
  { "mach2019", 9, NULL, NULL, 0, 100, 0, { { 60000, 0, 0 }, { 500000, 0, 0 } } },
  { "creditcard", 11, NULL, NULL, 0, 5, 8, { { 1200000, 0, 0 }, { 9500000, 0.0594, 20 } } },
  { "creditcard", 11, NULL, NULL, 0, 11, 0, { { 600000, 0, 0 }, { 5000000, 0, 0 } } },
  { "creditcard", 11, NULL, NULL, 0, 100, 0, { { 60000, 0, 0 }, { 500000, 0, 0 } } },
  { "health", 9, NULL, NULL, 0, 5, 0, { { 8000000, 0.104, 30 }, { 23000000, 0.1, 60 } } },
  { "health", 9, NULL, NULL, 0, 11, 0, { { 8000000, 0, 0 } } },
  { "health", 9, NULL, NULL, 0, 100, 0, { { 1000000, 0, 0 } } },
};
const guint local_n_cases = G_N_ELEMENTS (local_cases);

guint
local_case_count_attributes (const LocalCase *the_case)
{
  return the_case->n_attributes - (the_case->without != NULL);
}

char *
local_case_get_name (const LocalCase *the_case)
{
  GString *name = g_string_new (NULL);

  g_string_printf (name, "%s:%u:%u", the_case->table, local_case_count_attributes (the_case),
                   the_case->k);
  if (the_case->model != NULL)
    g_string_append_printf (name, ":%s", the_case->model);
  if (the_case->limit > 0)
    g_string_append_printf (name, ":%g", the_case->limit);
  return g_string_free (name, FALSE);
}

static gboolean
add_model (DeidProblem *problem, const char *specification, const char *sensitive, GError **error)
{
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification (specification, sensitive, error);

  return model != NULL && deid_problem_add_privacy_model (problem, model, error);
}

DeidProblem *
local_case_load (const LocalCase *the_case, const Table *table, double limit, const char *quality,
                 GError **error)
{
  g_autoptr (DeidLattice) lattice = local_load_lattice (
      table, the_case->n_attributes, the_case->without, the_case->model != NULL, error);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidQualityModel) loss = NULL;
  g_autofree char *size = g_strdup_printf ("k:%u", the_case->k);

  if (lattice == NULL)
    return NULL;
  problem = deid_problem_new (lattice);
  loss = deid_quality_model_new_from_specification (quality, error);
  return loss != NULL && deid_problem_set_quality_model (problem, loss, error)
                 && add_model (problem, size, NULL, error)
                 && (the_case->model == NULL
                     || add_model (problem, the_case->model, the_case->without, error))
                 && deid_problem_set_suppression_limit (problem, limit, error)
             ? g_steal_pointer (&problem)
             : NULL;
}
