/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/judged-model.h"

#include "classes/class.h"
#include "support/suite.h"

typedef enum
{
  ASK_ACCEPT,
  ASK_NECESSARY,
  ASK_RECHECK
} Question;

static DeidDataset *
make_dataset (const guint64 *totals, guint n_values)
{
  DeidDataset *dataset = deid_dataset_new ("judged");
  g_autofree gint64 *zeros = g_new0 (gint64, n_values);
  g_autofree gint64 *weights = g_new (gint64, n_values);
  g_auto (GStrv) texts = g_new0 (char *, n_values + 1);

  for (guint v = 0; v < n_values; v++)
    {
      texts[v] = g_strdup_printf ("%03u", v);
      weights[v] = (gint64) MAX (totals[v], 1);
    }
  assert_quietly (
      deid_dataset_add_integer_column (dataset, "q", zeros, n_values, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "s", (const char *const *) texts, n_values,
                                             NULL, NULL));
  assert_quietly (
      deid_dataset_add_integer_column (dataset, "w", weights, n_values, NULL, 0, NULL, NULL));
  assert_quietly (deid_dataset_set_role (dataset, "s", DEID_ROLE_SENSITIVE, NULL));
  assert_quietly (deid_dataset_set_role (dataset, "w", DEID_ROLE_WEIGHT, NULL));
  return dataset;
}

void
judged_model_init (JudgedModel *judged, DeidPrivacyModel *model, const guint64 *totals,
                   guint n_values, DeidHierarchy *hierarchy)
{
  g_autoptr (DeidHierarchy) suppression = deid_hierarchy_new_suppression ();
  GError *error = NULL;

  assert_quietly (model != NULL);
  *judged = (JudgedModel){ .dataset = make_dataset (totals, n_values), .n_values = n_values };
  judged->lattice = deid_lattice_new (judged->dataset);
  assert_quietly (
      deid_lattice_add_quasi_identifier (judged->lattice, "q", suppression, NULL, NULL));
  judged->models = g_ptr_array_new_with_free_func ((GDestroyNotify) deid_privacy_model_unref);
  g_ptr_array_add (judged->models, model);
  judged->hierarchies = g_hash_table_new (g_str_hash, g_str_equal);
  if (hierarchy != NULL)
    g_hash_table_insert (judged->hierarchies, (gpointer) "s", hierarchy);
  deid_table_source_init (&judged->table, judged->dataset, &error);
  assert_no_error (error);
  deid_prepared_models_init (&judged->prepared, judged->lattice, &judged->table, NULL,
                             judged->models, judged->hierarchies, DEID_STOP_NEVER, &error);
  assert_no_error (error);
}

void
judged_model_clear (JudgedModel *judged)
{
  deid_prepared_models_clear (&judged->prepared);
  deid_table_source_clear (&judged->table);
  g_hash_table_unref (judged->hierarchies);
  g_ptr_array_unref (judged->models);
  deid_lattice_unref (judged->lattice);
  deid_dataset_unref (judged->dataset);
}

static int
ask (const JudgedModel *judged, Question question, const guint64 *counts, guint64 n_persons)
{
  const DeidPreparedModel *prepared = &judged->prepared.models[0];
  const DeidPrivacyModelFuncs *funcs = prepared->model->funcs;
  g_autofree guint32 *values = g_new (guint32, judged->n_values);
  g_autofree guint64 *present = g_new (guint64, judged->n_values);
  DeidDistribution distribution = { .values = values, .counts = present };
  DeidClass class = { .n_sensitive = prepared->model->n_sensitive,
                      .places = prepared->places,
                      .n_persons = n_persons,
                      .distributions = &distribution };
  GError *error = NULL;
  gboolean passes = FALSE;
  int verdict = 0;

  for (guint32 v = 0; v < judged->n_values; v++)
    if (counts[v] > 0)
      {
        class.n_records += counts[v];
        values[distribution.n_values] = v;
        present[distribution.n_values++] = counts[v];
      }
  switch (question)
    {
    case ASK_ACCEPT:
      ck_assert (funcs->accept.func (&class, prepared->state, funcs->accept.data, &passes, &error));
      break;
    case ASK_NECESSARY:
      ck_assert (
          funcs->necessary.func (&class, prepared->state, funcs->necessary.data, &passes, &error));
      break;
    case ASK_RECHECK:
      ck_assert (
          funcs->recheck.func (&class, &prepared->input, funcs->recheck.data, &verdict, &error));
      break;
    default:
      g_assert_not_reached ();
    }
  assert_no_error (error);
  return question == ASK_RECHECK ? verdict : passes;
}

gboolean
judged_model_accepts (const JudgedModel *judged, const guint64 *counts, guint64 n_persons)
{
  return ask (judged, ASK_ACCEPT, counts, n_persons);
}

gboolean
judged_model_meets_necessary (const JudgedModel *judged, const guint64 *counts, guint64 n_persons)
{
  return ask (judged, ASK_NECESSARY, counts, n_persons);
}

int
judged_model_recheck (const JudgedModel *judged, const guint64 *counts, guint64 n_persons)
{
  return ask (judged, ASK_RECHECK, counts, n_persons);
}
