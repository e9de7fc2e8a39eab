/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/alternative-model.h"

#include "support/suite.h"

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

void
alternative_classes_list_risks (const CutProblem *cut, const AlternativeClass *classes, guint n,
                                PlainRiskPart *parts)
{
  for (guint c = 0; c < n; c++)
    parts[c]
        = (PlainRiskPart){ classes[c].n_records,
                           cut->n_population > 0 ? classes[c].n_population : classes[c].n_records };
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

gboolean
alternative_model_holds (const AlternativeModel *model, const CutProblem *cut,
                         const AlternativeClass *classes, guint n)
{
  PlainRiskPart parts[2 * CUT_MAX_ROWS];
  guint64 n_records = 0, n_unique = 0, n_at_risk = 0;

  for (guint c = 0; c < n; c++)
    {
      const guint64 matched
          = model->kind == ALTERNATIVE_JOURNALIST ? classes[c].n_population : classes[c].n_records;

      n_records += classes[c].n_records;
      n_unique += classes[c].n_records == 1 ? 1 : 0;
      n_at_risk += matched * model->risk < ALTERNATIVE_UNIT ? classes[c].n_records : 0;
    }
  switch (model->kind)
    {
    case ALTERNATIVE_RISK:
    case ALTERNATIVE_MEAN_RISK:
      alternative_classes_list_risks (cut, classes, n, parts);
      return plain_risk_compare (parts, n, model->halves,
                                 model->kind == ALTERNATIVE_MEAN_RISK ? n_records : 1,
                                 model->threshold, 3)
             <= 0;
    case ALTERNATIVE_AVERAGE:
      return n * ALTERNATIVE_UNIT <= model->threshold * n_records;
    case ALTERNATIVE_UNIQUE:
      return n_unique * ALTERNATIVE_UNIT <= model->threshold * n_records;
    case ALTERNATIVE_AT_RISK:
    case ALTERNATIVE_JOURNALIST:
      return n_at_risk * ALTERNATIVE_UNIT <= model->threshold * n_records;
    default:
      return TRUE;
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
