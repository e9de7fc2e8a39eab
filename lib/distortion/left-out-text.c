/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/long-text.h"
#include "base/rational.h"
#include "base/work.h"
#include "base/text.h"
#include "distortion/left-out-private.h"

#define LEFT_OUT_TEXT_N_SHOWN 20

static void
left_out_text_add_share (DeidLongText *text, double share)
{
  deid_long_text_add_double (text, "%.2f", 100 * share);
  deid_long_text_add (text, " %%");
}

static void
add_group (DeidLongText *text, const DeidLeftOut *left_out, guint64 i)
{
  const DeidLeftOutGroup *group = &left_out->groups[i];

  deid_long_text_add (text, "%10" G_GUINT64_FORMAT " of %10" G_GUINT64_FORMAT " ",
                      group->n_suppressed, group->n_records);
  deid_long_text_add_double (text, "%6.2f", 100 * deid_left_out_get_share (left_out, i));
  deid_long_text_add (text, " %% ");
  deid_long_text_add_double (text, "%8.2f", deid_left_out_get_ratio (left_out, i));
  for (guint c = 0; c < group->n_columns; c++)
    {
      const char *value = deid_left_out_get_value (left_out, i, c);
      g_autofree char *shown = value != NULL ? deid_text_show (value, -1) : NULL;

      deid_long_text_add (text, "%s %s ", c > 0 ? "," : " ",
                          deid_column_show (deid_left_out_look_up (left_out, group->columns[c])));
      if (shown == NULL)
        deid_long_text_add (text, "missing");
      else
        deid_long_text_add (text, "'%s'", shown);
    }
  if (group->level > 0)
    deid_long_text_add (text, " (level %u)", group->level);
  deid_long_text_add (text, "\n");
}

/* Groups are in order, so that those that lost more than the table are the first ones. */
static void
left_out_text_add_groups (DeidLongText *text, const DeidLeftOut *left_out)
{
  guint64 n = 0;

  while (n < left_out->n_groups && left_out->groups[n].excess > 0)
    n++;
  if (n == 0)
    {
      deid_long_text_add (text, "no group lost more than the table did\n");
      return;
    }
  deid_long_text_add (text, "suppressed of records, share, times that of the table, group:\n");
  for (guint64 i = 0; i < MIN (n, LEFT_OUT_TEXT_N_SHOWN); i++)
    add_group (text, left_out, i);
  if (n > LEFT_OUT_TEXT_N_SHOWN)
    {
      deid_long_text_add (text,
                          "and " DEID_COUNT_FORMAT " more groups, each of which lost at most ",
                          n - LEFT_OUT_TEXT_N_SHOWN);
      deid_long_text_add_double (text, "%.1f",
                                 deid_left_out_get_excess (left_out, LEFT_OUT_TEXT_N_SHOWN));
      deid_long_text_add (text, " records beyond the table's share\n");
    }
}

static void
add_mean (DeidLongText *text, const DeidLeftOut *left_out, guint index, gboolean is_suppressed)
{
  if (left_out->means[index].has_mean[is_suppressed])
    deid_long_text_add_double (text, "%g", left_out->means[index].means[is_suppressed]);
  else
    deid_long_text_add (text, "none");
}

char *
deid_left_out_to_text (const DeidLeftOut *left_out, GCancellable *cancellable, GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (left_out != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  deid_long_text_add (&text,
                      "Who was left out (custodian-only)\nsuppressed: " DEID_COUNT_FORMAT
                      " of " DEID_COUNT_FORMAT " records (",
                      left_out->n_suppressed, left_out->n_records);
  left_out_text_add_share (&text, left_out->n_records > 0 ? (double) left_out->n_suppressed
                                                                / (double) left_out->n_records
                                                          : 0);
  deid_long_text_add (&text, ")\n");
  left_out_text_add_groups (&text, left_out);
  if (left_out->n_rare > 0)
    deid_long_text_add (&text,
                        DEID_COUNT_FORMAT
                        " values of fewer than " DEID_COUNT_FORMAT
                        " %s are not listed; those of quasi-identifiers count under "
                        "the first label that covers enough, if there is one\n",
                        left_out->n_rare, left_out->min_records, deid_left_out_get_unit (left_out));
  for (guint i = 0; i < left_out->n_means; i++)
    {
      deid_long_text_add (
          &text, "mean of %s: ",
          deid_column_show (deid_left_out_look_up (left_out, left_out->means[i].column)));
      add_mean (&text, left_out, i, FALSE);
      deid_long_text_add (&text, " released, ");
      add_mean (&text, left_out, i, TRUE);
      deid_long_text_add (&text, " suppressed\n");
    }
  return deid_long_text_end (&text, error);
}

static void
left_out_text_add_json_number (DeidLongText *text, const char *name, gboolean exists, double number)
{
  char decimal[DEID_DECIMAL_SIZE];

  deid_double_to_decimal (number, decimal);
  deid_long_text_add (text, ",\"%s\":%s", name, exists ? decimal : "null");
}

static void
left_out_text_add_json_group (DeidLongText *text, const DeidLeftOut *left_out, guint64 i)
{
  const DeidLeftOutGroup *group = &left_out->groups[i];

  deid_long_text_add (text, "%s{\"columns\":[", i > 0 ? "," : "");
  for (guint c = 0; c < group->n_columns; c++)
    {
      deid_long_text_add (text, "%s", c > 0 ? "," : "");
      deid_long_text_add_json (text, deid_left_out_get_column (left_out, i, c));
    }
  deid_long_text_add (text, "],\"values\":[");
  for (guint c = 0; c < group->n_columns; c++)
    {
      const char *value = deid_left_out_get_value (left_out, i, c);

      deid_long_text_add (text, "%s", c > 0 ? "," : "");
      if (value != NULL)
        deid_long_text_add_json (text, value);
      else
        deid_long_text_add (text, "null");
    }
  deid_long_text_add (
      text, "],\"level\":%u,\"records\":" DEID_COUNT_FORMAT ",\"suppressed\":" DEID_COUNT_FORMAT,
      group->level, group->n_records, group->n_suppressed);
  left_out_text_add_json_number (text, "share", TRUE, deid_left_out_get_share (left_out, i));
  left_out_text_add_json_number (text, "ratio", TRUE, deid_left_out_get_ratio (left_out, i));
  deid_long_text_add (text, "}");
}

static void
add_json_means (DeidLongText *text, const DeidLeftOut *left_out)
{
  for (guint i = 0; i < left_out->n_means; i++)
    {
      const DeidLeftOutMeans *means = &left_out->means[i];

      deid_long_text_add (text, "%s{\"column\":", i > 0 ? "," : "");
      deid_long_text_add_json (text, deid_left_out_get_mean_column (left_out, i));
      left_out_text_add_json_number (text, "released", means->has_mean[FALSE], means->means[FALSE]);
      left_out_text_add_json_number (text, "suppressed", means->has_mean[TRUE], means->means[TRUE]);
      deid_long_text_add (text, "}");
    }
}

char *
deid_left_out_to_json (const DeidLeftOut *left_out, GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  DeidLongText text = { 0 };

  g_return_val_if_fail (left_out != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  deid_long_text_add (&text,
                      "{\"audience\":\"custodian-only\",\"records\":" DEID_COUNT_FORMAT
                      ",\"suppressed\":" DEID_COUNT_FORMAT ",\"groups\":[",
                      left_out->n_records, left_out->n_suppressed);
  for (guint64 i = 0; i < left_out->n_groups; i++)
    {
      if (!deid_stop_check_row (stop, i, error))
        {
          deid_long_text_clear (&text);
          return NULL;
        }
      left_out_text_add_json_group (&text, left_out, i);
    }
  deid_long_text_add (&text,
                      "],\"minimum\":" DEID_COUNT_FORMAT ",\"rare_values\":" DEID_COUNT_FORMAT
                      ",\"means\":[",
                      left_out->min_records, left_out->n_rare);
  add_json_means (&text, left_out);
  deid_long_text_add (&text, "]");
  deid_statement_end_json (&text, left_out->problem->statement);
  return deid_long_text_end (&text, error);
}
