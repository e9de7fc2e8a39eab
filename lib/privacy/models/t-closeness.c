/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "privacy/closeness.h"
#include "privacy/privacy-input.h"
#include "privacy/privacy-model-private.h"
#include "table/column-inference.h"

#include <string.h>

/* What the slots of all t-closeness models share, as their data. */
typedef struct
{
  const char *name; /* the specification up to its first colon */
  char *sensitive;
  DeidRational t;
  char *number; /* t as it is spelled */
  DeidValueOrder order;
} TCloseness;

static void
free_model (gpointer data)
{
  TCloseness *model = data;

  g_free (model->sensitive);
  g_free (model->number);
  g_free (model);
}

static char *
t_closeness_describe (gpointer data)
{
  const TCloseness *model = data;

  return g_strconcat (model->name, ":", model->number,
                      model->order != DEID_VALUE_ORDER_TYPE ? ":" : NULL,
                      deid_value_order_names[model->order], NULL);
}

/* Creates a model, whose description and closure are added to @slots. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT for a t that is not in [0, 1] or not an exact fraction. */
static DeidPrivacyModel *
t_closeness_new (DeidModelSlots slots, const char *name, const char *sensitive, double t,
                 DeidValueOrder order, GError **error)
{
  char number[DEID_DECIMAL_SIZE];
  TCloseness *model;
  DeidRational exact;

  if (!deid_rational_from_double (t, "t-closeness", &exact, error))
    return NULL;
  deid_double_to_decimal (t, number);
  if (exact.numerator > exact.denominator)
    {
      deid_privacy_model_fail (name, number, "a number from 0 to 1", error);
      return NULL;
    }
  model = g_new (TCloseness, 1);
  *model = (TCloseness){ .name = name,
                         .sensitive = g_strdup (sensitive),
                         .t = exact,
                         .number = g_strdup (number),
                         .order = order };
  slots.describe = t_closeness_describe;
  slots.closure = DEID_CLOSURE_UNION;
  return deid_privacy_model_new_of_slots (&slots, model, free_model, sensitive, error);
}

/* Half the sum of |p - q| over all values is the sum of p - q over those with p > q, and these are
 * present in the class: no other value need be visited. */

typedef struct
{
  guint64 n_records;
  const guint64 *counts; /* of the table */
  DeidClosenessLimit limit;
} EqualTClosenessState;

static gboolean
equal_t_closeness_prepare (const DeidPrivacyInput *input, gpointer data, gpointer *made,
                           GError **error)
{
  const TCloseness *model = data;
  EqualTClosenessState *state = g_new0 (EqualTClosenessState, 1);
  guint32 n_values;

  state->n_records = deid_privacy_input_get_n_records (input);
  state->counts = deid_privacy_input_get_counts (input, 0, &n_values);
  if (!deid_closeness_limit_init (&state->limit, &model->t, state->n_records, 1, error))
    {
      g_free (state);
      return FALSE;
    }
  *made = state;
  return TRUE;
}

static gboolean
equal_t_closeness_accept (const DeidClass *eq_class, gpointer data, gpointer model,
                          gboolean *passes, GError **error)
{
  const EqualTClosenessState *state = data;
  const guint64 n = deid_class_get_n_records (eq_class);
  const DeidWide allowed = deid_closeness_limit_get (&state->limit, n);
  guint32 n_present;
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_present);
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_present);
  DeidWide sum = 0;

  for (guint32 j = 0; j < n_present && sum <= allowed; j++)
    {
      const DeidWide own = (DeidWide) state->n_records * counts[j];
      const DeidWide expected = (DeidWide) n * state->counts[values[j]];

      sum += own > expected ? own - expected : 0;
    }
  *passes = sum <= allowed;
  return TRUE;
}

/* Each absent value is 1 away from every other. */
static gboolean
equal_t_closeness_necessary (const DeidClass *eq_class, gpointer data, gpointer model,
                             gboolean *passes, GError **error)
{
  const EqualTClosenessState *state = data;
  guint32 n_present;
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_present);
  guint64 absent = state->n_records;

  for (guint32 j = 0; j < n_present; j++)
    absent -= state->counts[values[j]];
  *passes = absent <= state->limit.per_record;
  return TRUE;
}

/* Half the sum of |p - q| over all values. */
static gboolean
equal_t_closeness_recheck (const DeidClass *eq_class, const DeidPrivacyInput *input, gpointer data,
                           int *verdict, GError **error)
{
  const TCloseness *model = data;
  const DeidSignedWide n_records = deid_privacy_input_get_n_records (input);
  const DeidSignedWide n = deid_class_get_n_records (eq_class);
  guint32 n_values, n_present;
  const guint64 *table = deid_privacy_input_get_counts (input, 0, &n_values);
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_present);
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_present);
  DeidWide sum = 0;

  for (guint32 v = 0, j = 0; v < n_values; v++)
    {
      const guint64 count = j < n_present && values[j] == v ? counts[j++] : 0;
      const DeidSignedWide difference = n_records * count - n * table[v];

      sum += (DeidWide) (difference < 0 ? -difference : difference);
    }
  *verdict = deid_closeness_compare (sum, (DeidWide) (2 * n * n_records), &model->t);
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_equal_t_closeness (const char *sensitive, double t, GError **error)
{
  const DeidModelSlots slots = {
    .prepare = equal_t_closeness_prepare,
    .free_state = deid_model_free_state,
    .accept = equal_t_closeness_accept,
    .necessary = equal_t_closeness_necessary,
    .recheck = equal_t_closeness_recheck,
    .sentence = "In each group of records that look alike, the values of $@ are spread as in the "
                "whole table, up to a distance of $1",
  };

  g_return_val_if_fail (sensitive != NULL, NULL);

  return t_closeness_new (slots, "te", sensitive, t, DEID_VALUE_ORDER_TYPE, error);
}

typedef struct
{
  DeidOrderedBase base;
  DeidOrderedLimit limit;
} OrderedTClosenessState;

static gboolean
is_of_order (DeidValueOrder order, const char *text)
{
  switch (order)
    {
    case DEID_VALUE_ORDER_INTEGER:
      return deid_decimal_is_integer (text);
    case DEID_VALUE_ORDER_DECIMAL:
      return deid_decimal_is_valid (text);
    default:
      return TRUE;
    }
}

/* Checks that all values can be ordered. The error names the place of one that cannot. */
static gboolean
ordered_t_closeness_check_values (const TCloseness *model, const DeidPrivacyInput *input,
                                  guint32 n_values, GError **error)
{
  g_autofree char *place = NULL, *column = NULL;
  guint32 first = 0;
  guint32 n_wrong = 0;

  for (guint32 v = 0; v < n_values; v++)
    {
      const char *text = deid_privacy_input_get_value (input, 0, v);

      if (text == NULL || is_of_order (model->order, text))
        continue;
      if (n_wrong++ == 0)
        first = v;
    }
  if (n_wrong == 0)
    return TRUE;
  place = deid_privacy_input_locate_value (input, 0, first);
  column = deid_text_show (model->sensitive, -1);
  return deid_fail (
      error, DEID_ERROR_INVALID_ARGUMENT,
      "ordered t-closeness: column '%s': %u value%s, the first %s, expected decimal %s", column,
      n_wrong, n_wrong == 1 ? "" : "s", place,
      model->order == DEID_VALUE_ORDER_INTEGER ? "integers" : "numbers");
}

/* Returns: what all values evidently are that are there, or text. */
static DeidColumnType
guess_type (const DeidPrivacyInput *input, guint32 n_values)
{
  const char *formats[DEID_MAX_GUESSED_FORMATS];
  gboolean are_integers = TRUE, are_decimals = TRUE;
  guint32 n_there = 0, n_read = 0;
  DeidDateGuess dates;

  deid_date_guess_init (&dates, 0);
  for (guint32 v = 0; v < n_values; v++)
    {
      const char *text = deid_privacy_input_get_value (input, 0, v);

      if (text == NULL)
        continue;
      n_there++;
      are_integers &= deid_decimal_is_integer (text);
      are_decimals &= deid_decimal_is_valid (text);
      deid_date_guess_show (&dates, text);
    }
  if (n_there > 0 && are_decimals)
    return are_integers ? DEID_COLUMN_TYPE_INTEGER : DEID_COLUMN_TYPE_DECIMAL;
  return n_there > 0 && deid_date_guess_list (&dates, formats, &n_read) > 0 && n_read == n_there
             ? DEID_COLUMN_TYPE_DATE
             : DEID_COLUMN_TYPE_TEXT;
}

/* Numbers and dates are not ordered as texts unless someone said so. */
static gboolean
ordered_t_closeness_check_type (const TCloseness *model, const DeidPrivacyInput *input,
                                guint32 n_values, GError **error)
{
  DeidColumnType type = DEID_COLUMN_TYPE_TEXT;
  g_autofree char *column = NULL;

  if (model->order == DEID_VALUE_ORDER_TYPE
      && input->columns[0]->column->type == DEID_COLUMN_TYPE_TEXT)
    type = guess_type (input, n_values);
  if (type == DEID_COLUMN_TYPE_TEXT)
    return TRUE;
  column = deid_text_show (model->sensitive, -1);
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "ordered t-closeness: column '%s' has the type text, but all its values are "
                    "%s, expected the type %s, or the model to:%s:text to order them as texts%s",
                    column, type == DEID_COLUMN_TYPE_DATE ? "dates" : "numbers",
                    deid_enum_get_name ("DeidColumnType", (int) type), model->number,
                    type == DEID_COLUMN_TYPE_DATE ? "" : ", 10 before 9");
}

static void
ordered_t_closeness_free_state (gpointer data, gpointer model)
{
  OrderedTClosenessState *state = data;

  deid_ordered_base_clear (&state->base);
  g_free (state);
}

static gboolean
ordered_t_closeness_prepare (const DeidPrivacyInput *input, gpointer data, gpointer *made,
                             GError **error)
{
  const TCloseness *model = data;
  guint32 n_values;
  const guint64 *counts = deid_privacy_input_get_counts (input, 0, &n_values);
  OrderedTClosenessState *state;

  if (!ordered_t_closeness_check_values (model, input, n_values, error)
      || !ordered_t_closeness_check_type (model, input, n_values, error))
    return FALSE;
  state = g_new0 (OrderedTClosenessState, 1);
  if (!deid_ordered_base_init (&state->base, counts, n_values,
                               deid_privacy_input_get_n_records (input), error))
    {
      g_free (state);
      return FALSE;
    }
  deid_ordered_limit_init (&state->limit, &state->base, &model->t);
  *made = state;
  return TRUE;
}

static gboolean
ordered_t_closeness_accept (const DeidClass *eq_class, gpointer data, gpointer model,
                            gboolean *passes, GError **error)
{
  const OrderedTClosenessState *state = data;
  guint32 n_present;
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_present);
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_present);

  *passes = deid_ordered_distance_is_within (&state->base, &state->limit, values, counts, n_present,
                                             deid_class_get_n_records (eq_class));
  return TRUE;
}

static gboolean
ordered_t_closeness_necessary (const DeidClass *eq_class, gpointer data, gpointer model,
                               gboolean *passes, GError **error)
{
  const OrderedTClosenessState *state = data;
  guint32 n_present;
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_present);

  *passes = deid_ordered_distance_is_covered (&state->base, &state->limit, values, n_present);
  return TRUE;
}

/* The sum of |N C - n G| over all values, cumulated as it goes. */
static gboolean
ordered_t_closeness_recheck (const DeidClass *eq_class, const DeidPrivacyInput *input,
                             gpointer data, int *verdict, GError **error)
{
  const TCloseness *model = data;
  const DeidSignedWide n_records = deid_privacy_input_get_n_records (input);
  const DeidSignedWide n = deid_class_get_n_records (eq_class);
  guint32 n_values, n_present;
  const guint64 *table = deid_privacy_input_get_counts (input, 0, &n_values);
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_present);
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_present);
  DeidSignedWide difference = 0;
  DeidWide sum = 0;

  for (guint32 v = 0, j = 0; v < n_values; v++)
    {
      const guint64 count = j < n_present && values[j] == v ? counts[j++] : 0;

      difference += n_records * count - n * table[v];
      sum += (DeidWide) (difference < 0 ? -difference : difference);
    }
  *verdict = deid_closeness_compare (sum, (DeidWide) ((n_values - 1) * n * n_records), &model->t);
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_ordered_t_closeness (const char *sensitive, double t, DeidValueOrder order,
                                            GError **error)
{
  const DeidModelSlots slots = {
    .prepare = ordered_t_closeness_prepare,
    .free_state = ordered_t_closeness_free_state,
    .accept = ordered_t_closeness_accept,
    .necessary = ordered_t_closeness_necessary,
    .recheck = ordered_t_closeness_recheck,
    .value_order = &order,
    .sentence
    = "In each group of records that look alike, the values of $@ are spread as in the whole "
      "table, up to a distance of $1, where neighbouring values are near each other ($:)",
  };

  g_return_val_if_fail (sensitive != NULL, NULL);
  g_return_val_if_fail (order <= DEID_VALUE_ORDER_TYPE, NULL);

  return t_closeness_new (slots, "to", sensitive, t, order, error);
}

/* Numbers of labels, all 0 while nobody uses them. There are as many as threads judge at once. */
typedef struct Scratch Scratch;
struct Scratch
{
  Scratch *next;
  guint64 counts[];
};

typedef struct
{
  DeidHierarchicalBase base;
  DeidClosenessLimit limit;
  GMutex lock; /* of what follows */
  Scratch *spare;
} HierarchicalTClosenessState;

static Scratch *
take_scratch (HierarchicalTClosenessState *state, GError **error)
{
  Scratch *scratch;

  g_mutex_lock (&state->lock);
  scratch = state->spare;
  if (scratch != NULL)
    state->spare = scratch->next;
  g_mutex_unlock (&state->lock);
  if (scratch != NULL)
    return scratch;
  return deid_alloc (1, sizeof *scratch + state->base.n_labels * sizeof *scratch->counts, error);
}

static void
give_scratch (HierarchicalTClosenessState *state, Scratch *scratch)
{
  g_mutex_lock (&state->lock);
  scratch->next = state->spare;
  state->spare = scratch;
  g_mutex_unlock (&state->lock);
}

static void
hierarchical_t_closeness_free_state (gpointer data, gpointer model)
{
  HierarchicalTClosenessState *state = data;

  while (state->spare != NULL)
    {
      Scratch *next = state->spare->next;

      g_free (state->spare);
      state->spare = next;
    }
  deid_hierarchical_base_clear (&state->base);
  g_mutex_clear (&state->lock);
  g_free (state);
}

static DeidHierarchy *
get_hierarchy (const TCloseness *model, const DeidPrivacyInput *input, GError **error)
{
  DeidHierarchy *hierarchy = deid_privacy_input_get_hierarchy (input, 0);

  if (hierarchy == NULL)
    {
      g_autofree char *sensitive = deid_text_show (model->sensitive, -1);

      deid_fail (error, DEID_ERROR_HIERARCHY,
                 "hierarchical t-closeness: column '%s' has no hierarchy, expected one of the "
                 "sensitive attribute",
                 sensitive);
    }
  return hierarchy;
}

/* Returns: the leaf of each value, %DEID_NO_CODE for a missing one that the hierarchy does not
 * mention. */
static guint32 *
hierarchical_t_closeness_find_leaves (const DeidHierarchy *hierarchy, const DeidPrivacyInput *input,
                                      guint32 n_values, GError **error)
{
  guint32 *leaves = deid_alloc (n_values, sizeof *leaves, error);

  for (guint32 v = 0; leaves != NULL && v < n_values; v++)
    {
      const char *text = deid_privacy_input_get_value (input, 0, v);

      leaves[v] = deid_hierarchy_find_leaf (hierarchy, text != NULL ? text : "");
    }
  return leaves;
}

static gboolean
hierarchical_t_closeness_prepare (const DeidPrivacyInput *input, gpointer data, gpointer *made,
                                  GError **error)
{
  const TCloseness *model = data;
  const DeidHierarchy *hierarchy = get_hierarchy (model, input, error);
  const guint64 n_records = deid_privacy_input_get_n_records (input);
  g_autofree guint32 *leaves = NULL;
  DeidClosenessLimit limit;
  guint32 n_values;
  const guint64 *counts = deid_privacy_input_get_counts (input, 0, &n_values);
  HierarchicalTClosenessState *state;

  if (hierarchy == NULL
      || !deid_closeness_limit_init (&limit, &model->t, n_records,
                                     deid_hierarchy_get_distance_steps (hierarchy), error)
      || (leaves = hierarchical_t_closeness_find_leaves (hierarchy, input, n_values, error))
             == NULL)
    return FALSE;
  state = g_new0 (HierarchicalTClosenessState, 1);
  state->limit = limit;
  g_mutex_init (&state->lock);
  if (deid_hierarchical_base_init (&state->base, hierarchy, leaves, counts, n_values, n_records,
                                   error))
    {
      *made = state;
      return TRUE;
    }
  hierarchical_t_closeness_free_state (state, NULL);
  return FALSE;
}

static gboolean
hierarchical_t_closeness_accept (const DeidClass *eq_class, gpointer data, gpointer model,
                                 gboolean *passes, GError **error)
{
  HierarchicalTClosenessState *state = data;
  guint32 n_present;
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_present);
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_present);
  Scratch *scratch = take_scratch (state, error);

  if (scratch == NULL)
    return FALSE;
  *passes = deid_hierarchical_distance_is_within (&state->base, &state->limit, scratch->counts,
                                                  values, counts, n_present,
                                                  deid_class_get_n_records (eq_class));
  give_scratch (state, scratch);
  return TRUE;
}

static gboolean
hierarchical_t_closeness_necessary (const DeidClass *eq_class, gpointer data, gpointer model,
                                    gboolean *passes, GError **error)
{
  HierarchicalTClosenessState *state = data;
  guint32 n_present;
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_present);
  Scratch *scratch = take_scratch (state, error);

  if (scratch == NULL)
    return FALSE;
  *passes = deid_hierarchical_distance_is_covered (&state->base, &state->limit, scratch->counts,
                                                   values, n_present);
  give_scratch (state, scratch);
  return TRUE;
}

/* A label on its way up: what the values below it have too much, and what of that meets there. */
typedef struct
{
  DeidSignedWide extra;
  DeidWide positive;
  DeidWide negative;
  gboolean is_counted; /* by the label above */
} HierarchicalTClosenessNode;

static void
add_extra (HierarchicalTClosenessNode *above, HierarchicalTClosenessNode *below)
{
  if (below->is_counted)
    return;
  below->is_counted = TRUE;
  above->extra += below->extra;
  if (below->extra > 0)
    above->positive += (DeidWide) below->extra;
  else
    above->negative += (DeidWide) -below->extra;
}

/* The definition, bottom-up: what meets below a label and cancels out has come up to its level.
 * Nodes are first the values themselves, with their extra, and @leaves their places in the
 * hierarchy; @other has as much room. */
static DeidWide
sum_costs (const DeidHierarchy *hierarchy, guint32 n_values, guint32 *leaves,
           HierarchicalTClosenessNode *nodes, HierarchicalTClosenessNode *other, guint64 n_nodes,
           guint32 *node_of_value)
{
  const guint n_steps = deid_hierarchy_get_distance_steps (hierarchy);
  const guint n_levels = deid_hierarchy_get_n_levels (hierarchy);
  DeidWide sum = 0;

  for (guint level = 1; level <= n_steps; level++)
    {
      HierarchicalTClosenessNode *const above = level % 2 == 1 ? other : nodes;
      HierarchicalTClosenessNode *const below = level % 2 == 1 ? nodes : other;

      memset (above, 0, n_nodes * sizeof *above);
      for (guint32 v = 0; v < n_values; v++)
        {
          guint32 up = 0; /* the root */

          if (leaves[v] != DEID_NO_CODE && level < n_levels)
            leaves[v] = hierarchy->levels[level - 1].parents[leaves[v]];
          if (level < n_steps)
            up = leaves[v] != DEID_NO_CODE ? leaves[v] : (guint32) n_nodes - 1;
          add_extra (&above[up], &below[node_of_value[v]]);
          node_of_value[v] = up;
        }
      for (guint64 i = 0; i < n_nodes; i++)
        sum += level * MIN (above[i].positive, above[i].negative);
    }
  return sum;
}

static gboolean
hierarchical_t_closeness_recheck (const DeidClass *eq_class, const DeidPrivacyInput *input,
                                  gpointer data, int *verdict, GError **error)
{
  const TCloseness *model = data;
  const DeidHierarchy *hierarchy = get_hierarchy (model, input, error);
  const DeidSignedWide n_records = deid_privacy_input_get_n_records (input);
  const DeidSignedWide n = deid_class_get_n_records (eq_class);
  guint32 n_values, n_present;
  const guint64 *table = deid_privacy_input_get_counts (input, 0, &n_values);
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_present);
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_present);
  g_autofree guint32 *leaves = NULL, *node_of_value = NULL;
  g_autofree HierarchicalTClosenessNode *nodes = NULL, *other = NULL;
  guint64 n_nodes;
  DeidWide sum;

  if (hierarchy == NULL)
    return FALSE;
  n_nodes = (guint64) MAX (n_values, deid_hierarchy_get_n_leaves (hierarchy)) + 1;
  if ((leaves = hierarchical_t_closeness_find_leaves (hierarchy, input, n_values, error)) == NULL
      || (node_of_value = deid_alloc (n_values, sizeof *node_of_value, error)) == NULL
      || (nodes = deid_alloc (n_nodes, sizeof *nodes, error)) == NULL
      || (other = deid_alloc (n_nodes, sizeof *other, error)) == NULL)
    return FALSE;
  for (guint32 v = 0, j = 0; v < n_values; v++)
    {
      const guint64 count = j < n_present && values[j] == v ? counts[j++] : 0;

      nodes[v].extra = n_records * count - n * table[v];
      node_of_value[v] = v;
    }
  sum = sum_costs (hierarchy, n_values, leaves, nodes, other, n_nodes, node_of_value);
  *verdict = deid_closeness_compare (
      sum, (DeidWide) (deid_hierarchy_get_distance_steps (hierarchy) * n * n_records), &model->t);
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_hierarchical_t_closeness (const char *sensitive, double t, GError **error)
{
  const DeidModelSlots slots = {
    .prepare = hierarchical_t_closeness_prepare,
    .free_state = hierarchical_t_closeness_free_state,
    .accept = hierarchical_t_closeness_accept,
    .necessary = hierarchical_t_closeness_necessary,
    .recheck = hierarchical_t_closeness_recheck,
    .sentence = "In each group of records that look alike, the values of $@ are spread as in the "
                "whole table, up to a distance of $1, where values with the same label in a "
                "hierarchy are near each other",
  };

  g_return_val_if_fail (sensitive != NULL, NULL);

  return t_closeness_new (slots, "th", sensitive, t, DEID_VALUE_ORDER_TYPE, error);
}
