/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "alternative-model.h"

#include "suite.h"

static guint
find_class (GHashTable *numbers, char *text, AlternativeClass *classes)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, text));

  if (number > 0)
    {
      g_free (text);
      return number - 1;
    }
  number = g_hash_table_size (numbers);
  g_hash_table_insert (numbers, text, GUINT_TO_POINTER (number + 1));
  classes[number] = (AlternativeClass){ .n_records = 0 };
  return number;
}

guint
alternative_classes_group (const CutProblem *cut, const guint *levels, AlternativeClass *classes)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_classes;

  for (guint row = 0; row < cut->n_rows; row++)
    {
      AlternativeClass *class = &classes[find_class (
          numbers, cut_problem_join_labels (cut, levels, FALSE, row), classes)];

      class->n_records += cut->weights[row];
      class->n_flu += row % 3 == 0 ? cut->weights[row] : 0;
    }
  n_classes = g_hash_table_size (numbers);
  for (guint row = 0; row < cut->n_population; row++)
    classes[find_class (numbers, cut_problem_join_labels (cut, levels, TRUE, row), classes)]
        .n_population++;
  return n_classes;
}

/* Returns: the smallest m with m^2 >= 2^128 / n^halves, for n above 1. */
static Wide
find_root (guint64 n, guint halves)
{
  Wide square = ~(Wide) 0 / n + 1, low = 0, high = RISK_ONE - 1;

  for (guint i = 1; i < halves; i++)
    square = (square - 1) / n + 1;
  while (low < high)
    {
      const Wide middle = (low + high) / 2;

      if (middle * middle >= square)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

Wide
alternative_classes_sum_risk (const CutProblem *cut, const AlternativeClass *classes, guint n,
                              guint halves)
{
  Wide sum = 0;

  for (guint c = 0; c < n; c++)
    {
      const guint64 g
          = cut->n_population > 0 ? MAX (classes[c].n_population, 1) : classes[c].n_records;

      sum += classes[c].n_records * (g > 1 ? find_root (g, halves) : RISK_ONE);
    }
  return sum;
}

gboolean
alternative_model_accepts (const AlternativeModel *model, const AlternativeClass *class)
{
  const guint64 n = class->n_records, most = MAX (class->n_flu, n - class->n_flu);

  switch (model->kind)
    {
    case ALTERNATIVE_K:
      return n >= model->threshold;
    case ALTERNATIVE_DISTINCT:
      return most < n;
    case ALTERNATIVE_K_MAP:
      return class->n_population >= model->threshold;
    case ALTERNATIVE_RECURSIVE:
      return most < model->threshold * (n - most);
    default:
      return TRUE;
    }
}

Wide
alternative_model_measure (const AlternativeModel *model, const CutProblem *cut,
                           const AlternativeClass *classes, guint n, Wide *denominator)
{
  guint64 n_records = 0, n_unique = 0, n_at_risk = 0;

  for (guint c = 0; c < n; c++)
    {
      const guint64 matched
          = model->kind == ALTERNATIVE_JOURNALIST ? classes[c].n_population : classes[c].n_records;

      n_records += classes[c].n_records;
      n_unique += classes[c].n_records == 1 ? 1 : 0;
      n_at_risk += matched * model->risk < ALTERNATIVE_UNIT ? classes[c].n_records : 0;
    }
  *denominator = n_records;
  switch (model->kind)
    {
    case ALTERNATIVE_RISK:
      *denominator = RISK_ONE;
      return alternative_classes_sum_risk (cut, classes, n, model->halves);
    case ALTERNATIVE_MEAN_RISK:
      *denominator = n_records * RISK_ONE;
      return alternative_classes_sum_risk (cut, classes, n, model->halves);
    case ALTERNATIVE_AVERAGE:
      return n;
    case ALTERNATIVE_UNIQUE:
      return n_unique;
    case ALTERNATIVE_AT_RISK:
    case ALTERNATIVE_JOURNALIST:
      return n_at_risk;
    default:
      *denominator = 1;
      return 0;
    }
}

char *
alternative_model_spell (const AlternativeModel *model)
{
  const guint whole = (guint) (model->threshold / ALTERNATIVE_UNIT),
              rest = (guint) (model->threshold % ALTERNATIVE_UNIT);

  switch (model->kind)
    {
    case ALTERNATIVE_K:
      return g_strdup_printf ("k:%" G_GUINT64_FORMAT, model->threshold);
    case ALTERNATIVE_DISTINCT:
      return g_strdup ("dl:2@diagnosis");
    case ALTERNATIVE_K_MAP:
      return g_strdup_printf ("kmap:%" G_GUINT64_FORMAT, model->threshold);
    case ALTERNATIVE_RISK:
    case ALTERNATIVE_MEAN_RISK:
      return g_strdup_printf ("risk:%u.%03u:%u.%u%s:self", whole, rest, model->halves / 2,
                              model->halves % 2 * 5,
                              model->kind == ALTERNATIVE_MEAN_RISK ? ":mean" : "");
    case ALTERNATIVE_AVERAGE:
      return g_strdup_printf ("avg:%u.%03u", whole, rest);
    case ALTERNATIVE_UNIQUE:
      return g_strdup_printf ("uniq:%u.%03u", whole, rest);
    case ALTERNATIVE_AT_RISK:
      return g_strdup_printf ("atrisk:0.%03u:%u.%03u", model->risk, whole, rest);
    case ALTERNATIVE_JOURNALIST:
      return g_strdup_printf ("jatrisk:0.%03u:%u.%03u", model->risk, whole, rest);
    default:
      return g_strdup_printf ("rcl:%" G_GUINT64_FORMAT ":2@diagnosis", model->threshold);
    }
}
