/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The short spellings of the library's models: a name, the aggregate where there is one and
 * parameters behind colons, and a column behind an @. */
#include <string.h>

#include "quality/quality-model-private.h"

#include "base/rational.h"
#include "base/text.h"

/* A spelling taken apart. */
typedef struct
{
  char **parts; /* the name, the aggregate if the model has one, and the parameters */
  guint n_parts;
  DeidAggregate aggregate;
  const char *column; /* NULL if none is named */
} Spelling;

static void
fail_part (const char *name, const char *part, const char *expected, GError **error)
{
  g_autofree char *shown = deid_text_show (part, -1);

  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE, "quality model %s: '%s', expected %s", name,
               shown, expected);
}

typedef DeidQualityModel *(*Make) (const Spelling *spelling, GError **error);

static gboolean
read_number (const Spelling *spelling, guint i, double *number, GError **error)
{
  if (deid_double_from_decimal (spelling->parts[i], number))
    return TRUE;
  fail_part (spelling->parts[0], spelling->parts[i], "a number", error);
  return FALSE;
}

static DeidQualityModel *
make_loss (const Spelling *spelling, GError **error)
{
  double factor = 0.5;

  return spelling->n_parts == 2 || read_number (spelling, 2, &factor, error)
             ? deid_iyengar_loss_new (spelling->aggregate, factor, error)
             : NULL;
}

static DeidQualityModel *
make_ce (const Spelling *spelling, GError **error)
{
  return deid_classification_error_new (spelling->column, error);
}

/* Of a model that has one aggregate, which may be left out. */
static DeidQualityModel *
make_ebil (const Spelling *spelling, GError **error)
{
  if (spelling->n_parts == 1
      || g_str_equal (spelling->parts[1], deid_aggregate_names[DEID_AGGREGATE_SUM]))
    return deid_entropy_information_loss_new (error);
  fail_part ("ebil", spelling->parts[1], "sum", error);
  return NULL;
}

static gboolean
read_numbers (const Spelling *spelling, double *numbers, GError **error)
{
  for (guint i = 1; i < spelling->n_parts; i++)
    if (!read_number (spelling, i, &numbers[i - 1], error))
      return FALSE;
  return TRUE;
}

static DeidQualityModel *
make_payout (const Spelling *spelling, GError **error)
{
  double n[4];

  return read_numbers (spelling, n, error)
             ? deid_publisher_payout_prosecutor_new (n[0], n[1], n[2], n[3], error)
             : NULL;
}

static DeidQualityModel *
make_payoutmap (const Spelling *spelling, GError **error)
{
  double n[4];

  return read_numbers (spelling, n, error)
             ? deid_publisher_payout_journalist_new (n[0], n[1], n[2], n[3], error)
             : NULL;
}

/* A model that has nothing but its aggregate is made of that alone, one that has nothing at all of
 * nothing. */
static const struct
{
  const char *name;
  guint min_parts, max_parts; /* the name included */
  gboolean has_aggregate;
  gboolean has_column;
  Make make;
  DeidQualityModel *(*make_of_aggregate) (DeidAggregate aggregate, GError **error);
  DeidQualityModel *(*make_alone) (void);
  const char *usage;
} models[] = {
  { "loss", 2, 3, TRUE, FALSE, make_loss, NULL, NULL, "loss:AGGREGATE[:FACTOR]" },
  { "precision", 2, 2, TRUE, FALSE, NULL, deid_precision_new, NULL, "precision:AGGREGATE" },
  { "height", 2, 2, TRUE, FALSE, NULL, deid_height_new, NULL, "height:AGGREGATE" },
  { "nuentropy", 2, 2, TRUE, FALSE, NULL, deid_non_uniform_entropy_new, NULL,
    "nuentropy:AGGREGATE" },
  { "normentropy", 2, 2, TRUE, FALSE, NULL, deid_normalized_non_uniform_entropy_new, NULL,
    "normentropy:AGGREGATE" },
  { "ebil", 1, 2, FALSE, FALSE, make_ebil, NULL, NULL, "ebil[:sum]" },
  { "dm", 1, 1, FALSE, FALSE, NULL, NULL, deid_discernibility_new, "dm" },
  { "dmstar", 1, 1, FALSE, FALSE, NULL, NULL, deid_monotonic_discernibility_new, "dmstar" },
  { "aecs", 1, 1, FALSE, FALSE, NULL, NULL, deid_average_class_size_new, "aecs" },
  { "ambiguity", 1, 1, FALSE, FALSE, NULL, NULL, deid_ambiguity_new, "ambiguity" },
  { "kl", 1, 1, FALSE, FALSE, NULL, NULL, deid_kl_divergence_new, "kl" },
  { "ce", 1, 1, FALSE, TRUE, make_ce, NULL, NULL, "ce@COLUMN" },
  { "payout", 5, 5, FALSE, FALSE, make_payout, NULL, NULL, "payout:BENEFIT:LOSS:GAIN:COST" },
  { "payoutmap", 5, 5, FALSE, FALSE, make_payoutmap, NULL, NULL,
    "payoutmap:BENEFIT:LOSS:GAIN:COST" },
};

static DeidQualityModel *
fail_unknown (const char *text, GError **error)
{
  g_autoptr (GString) usages = g_string_new (NULL);
  g_autofree char *shown = deid_text_show (text, -1);

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    g_string_append_printf (usages, "%s%s",
                            i == 0 ? "" : (i + 1 < G_N_ELEMENTS (models) ? ", " : " or "),
                            models[i].usage);
  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
               "quality model '%s', expected %s, AGGREGATE being arith, geo, max or sum", shown,
               usages->str);
  return NULL;
}

static gboolean
read_aggregate (Spelling *spelling)
{
  for (guint i = 0; i < G_N_ELEMENTS (deid_aggregate_names); i++)
    if (g_str_equal (spelling->parts[1], deid_aggregate_names[i]))
      {
        spelling->aggregate = (DeidAggregate) i;
        return TRUE;
      }
  return FALSE;
}

static DeidQualityModel *
make (guint i, const Spelling *spelling, GError **error)
{
  if (models[i].make != NULL)
    return models[i].make (spelling, error);
  return models[i].make_alone != NULL ? models[i].make_alone ()
                                      : models[i].make_of_aggregate (spelling->aggregate, error);
}

DeidQualityModel *
deid_quality_model_new_from_string (const char *text, GError **error)
{
  g_auto (GStrv) parts = NULL;
  g_autofree char *before = NULL;
  Spelling spelling = { 0 };
  const char *at;

  g_return_val_if_fail (text != NULL, NULL);

  at = strchr (text, '@');
  before = at != NULL ? g_strndup (text, (gsize) (at - text)) : g_strdup (text);
  parts = g_strsplit (before, ":", 0);
  spelling.parts = parts;
  spelling.n_parts = g_strv_length (parts);
  spelling.column = at != NULL ? at + 1 : NULL;
  for (guint i = 0; spelling.n_parts > 0 && i < G_N_ELEMENTS (models); i++)
    if (g_str_equal (parts[0], models[i].name) && spelling.n_parts >= models[i].min_parts
        && spelling.n_parts <= models[i].max_parts
        && models[i].has_column == (spelling.column != NULL)
        && (!models[i].has_aggregate || read_aggregate (&spelling)))
      return make (i, &spelling, error);
  return fail_unknown (text, error);
}
