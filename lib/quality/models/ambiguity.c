/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Ambiguity: a record costs as many as it might be, the product of the numbers of leaves that its
 * labels cover. */
#include "quality/quality-model-private.h"

#include "base/rational.h"
#include "quality/models.h"

/* A product of which 64 bits are kept: mantissa times 2^exponent, rounded down. It never falls when
 * a factor rises. */
typedef struct
{
  guint64 mantissa;
  guint exponent;
} Product;

typedef struct
{
  DeidLabelTable covered; /* how many leaves */
  guint64 n_records;
  guint shift;  /* costs are in units of 2^shift */
  guint64 most; /* what all records cost when they are suppressed */
  Product domain;
} AmbiguityState;

static void
ambiguity_multiply (Product *product, guint64 factor)
{
  DeidWide wide = (DeidWide) product->mantissa * factor;

  for (; wide > G_MAXUINT64; wide >>= 1)
    product->exponent++;
  product->mantissa = (guint64) wide;
}

/* Returns: what @n records cost, rounded down; what classes cost when they are joined is then still
 * no less than what they cost apart. */
static DeidWide
ambiguity_scale (const Product *product, guint64 n, guint shift)
{
  const guint excess = shift - product->exponent;

  return excess < 128 ? (DeidWide) product->mantissa * n >> excess : 0;
}

static guint64
ambiguity_get_covered (guint64 n_covered, gconstpointer data)
{
  return n_covered;
}

static void
ambiguity_free_state (gpointer state, gpointer user_data)
{
  deid_label_table_clear (&((AmbiguityState *) state)->covered);
  g_free (state);
}

static gboolean
ambiguity_prepare (const DeidQualityInput *input, gpointer user_data, gpointer *made,
                   GError **error)
{
  AmbiguityState *state = g_new (AmbiguityState, 1);

  *state = (AmbiguityState){ .n_records = deid_quality_input_get_n_records (input),
                             .domain = { 1, 0 } };
  for (guint a = 0; a < deid_quality_input_get_n_attributes (input); a++)
    ambiguity_multiply (&state->domain, deid_quality_input_get_n_leaves (input, a));
  state->shift = state->domain.exponent;
  while (ambiguity_scale (&state->domain, state->n_records, state->shift) > G_MAXUINT64)
    state->shift++;
  state->most = (guint64) ambiguity_scale (&state->domain, state->n_records, state->shift);
  if (deid_label_table_init (&state->covered, input, ambiguity_get_covered, NULL, error))
    {
      *made = state;
      return TRUE;
    }
  ambiguity_free_state (state, NULL);
  return FALSE;
}

static Product
get_area (const DeidClass *eq_class, const AmbiguityState *state)
{
  guint n_attributes;
  const guint *levels = deid_class_get_levels (eq_class, &n_attributes);
  const guint32 *labels = deid_class_get_label_numbers (eq_class, &n_attributes);
  Product area = { 1, 0 };

  for (guint a = 0; a < n_attributes; a++)
    ambiguity_multiply (&area, deid_label_table_get (&state->covered, a, levels[a], labels[a]));
  return area;
}

static gboolean
ambiguity_cost_class (const DeidClass *eq_class, gpointer data, gpointer user_data, guint64 *cost,
                      GError **error)
{
  const AmbiguityState *state = data;
  const Product area
      = deid_class_is_suppressed (eq_class) ? state->domain : get_area (eq_class, state);

  *cost = (guint64) ambiguity_scale (&area, deid_class_get_n_records (eq_class), state->shift);
  return TRUE;
}

/* Labels of generalizations cover no fewer leaves. */
static gboolean
ambiguity_bound_class (const DeidClass *eq_class, gpointer state, gpointer user_data,
                       guint64 *bound, GError **error)
{
  return ambiguity_cost_class (eq_class, state, user_data, bound, error);
}

static void
ambiguity_add_suppressed (gconstpointer data, const guint64 *sizes, guint64 n, DeidWide *sum)
{
  const AmbiguityState *state = data;

  for (guint64 i = 0; i < n; i++)
    *sum += ambiguity_scale (&state->domain, sizes[i], state->shift);
}

/* Products that are not rounded are summed up record by record. */
static gboolean
ambiguity_get_form (gconstpointer data, DeidClassForm *form)
{
  const AmbiguityState *state = data;

  *form = (DeidClassForm){ .has_costs = TRUE,
                           .add_sizes[DEID_COST_SUPPRESSED] = ambiguity_add_suppressed,
                           .labels = &state->covered,
                           .is_product = TRUE };
  return state->shift == 0;
}

static gboolean
ambiguity_finish (const DeidCostSum *sum, gpointer state, gpointer user_data, double *loss,
                  GError **error)
{
  *loss = deid_cost_sum_get_value (sum) / (double) ((const AmbiguityState *) state)->most;
  return TRUE;
}

DeidQualityModel *
deid_quality_model_new_ambiguity (void)
{
  static const DeidClassModelSlots slots = {
    .name = "ambiguity",
    .sentence = "how many combinations of original values the labels of a record may stand for, as "
                "a share of all there are; 1 for a record that is withheld ($:)",
    .prepare = ambiguity_prepare,
    .free_state = ambiguity_free_state,
    .class_cost = ambiguity_cost_class,
    .finish = ambiguity_finish,
    .class_bound = ambiguity_bound_class,
    .get_form = ambiguity_get_form,
  };

  return deid_class_model_new (&slots, NULL, NULL);
}
