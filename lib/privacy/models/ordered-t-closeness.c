/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <string.h>

#include "base/rational.h"
#include "base/text.h"
#include "privacy/privacy-input.h"
#include "privacy/closeness.h"
#include "privacy/models/t-closeness.h"
#include "table/column-inference.h"

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

/* What cannot be ordered as it should be is an error here, where it is told with its place. */
static gboolean
ordered_t_closeness_check_values (const DeidTCloseness *model, const DeidPrivacyInput *input,
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
ordered_t_closeness_check_type (const DeidTCloseness *model, const DeidPrivacyInput *input,
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
  const DeidTCloseness *model = data;
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
  const DeidTCloseness *model = data;
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

  return deid_t_closeness_new (slots, "to", sensitive, t, order, error);
}
