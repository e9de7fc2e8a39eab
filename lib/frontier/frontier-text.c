/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/long-text.h"
#include "base/rational.h"
#include "base/work.h"
#include "base/text.h"
#include "frontier/frontier-private.h"

typedef void (*AddStep) (DeidLongText *text, const DeidFrontier *frontier, guint64 step);

/* Adds a line, or a member, of each step. */
static gboolean
add_steps (DeidLongText *text, const DeidFrontier *frontier, AddStep add, GCancellable *cancellable,
           GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);

  for (guint64 step = 0; step < frontier->n_steps; step++)
    {
      if (!deid_stop_check_row (stop, step, error))
        {
          deid_long_text_clear (text);
          return FALSE;
        }
      add (text, frontier, step);
    }
  return TRUE;
}

static void
frontier_text_add_levels (DeidLongText *text, const DeidFrontierStep *step)
{
  deid_levels_describe (step->policy->lattice, step->policy->levels, text);
}

static void
frontier_text_add_line (DeidLongText *text, const DeidFrontier *frontier, guint64 i)
{
  const DeidFrontierStep *step = &frontier->steps[i];

  deid_long_text_add (text, "%10" G_GUINT64_FORMAT " %10" G_GUINT64_FORMAT "  ", step->first,
                      step->last);
  deid_long_text_add_double (text, "%.10f", step->loss);
  deid_long_text_add (text, " %10" G_GUINT64_FORMAT " ", step->n_suppressed);
  deid_long_text_add_double (text, "%6.2f",
                             100 * (double) step->n_suppressed / (double) frontier->n_records);
  deid_long_text_add (text, " %%  ");
  frontier_text_add_levels (text, step);
  deid_long_text_add (text, "\n");
}

/* Over k there is no solution from some value on, over limits up to some. */
static void
add_unsolved (DeidLongText *text, const DeidFrontier *frontier)
{
  const guint64 n = frontier->n_steps;

  if (n == 0)
    deid_long_text_add (text, "no solution at any of them\n");
  else if (frontier->is_k && frontier->steps[n - 1].last < frontier->last)
    deid_long_text_add (text, "no solution from k = " DEID_COUNT_FORMAT " on\n",
                        frontier->steps[n - 1].last + 1);
  else if (!frontier->is_k && frontier->steps[0].first > 0)
    deid_long_text_add (text, "no solution up to a limit of " DEID_COUNT_FORMAT " records\n",
                        frontier->steps[0].first - 1);
}

char *
deid_frontier_to_text (const DeidFrontier *frontier, GCancellable *cancellable, GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (frontier != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  deid_long_text_add (&text, "Frontier over %s (custodian-only)\n",
                      frontier->is_k ? "k" : "the suppression limit");
  deid_long_text_add (&text, "%s " DEID_COUNT_FORMAT " to " DEID_COUNT_FORMAT "%s\n",
                      frontier->is_k ? "k from" : "limits from", frontier->first, frontier->last,
                      frontier->is_k ? "" : " records");
  deid_long_text_add (&text, "first, last, loss, records suppressed, share, policy:\n");
  if (!add_steps (&text, frontier, frontier_text_add_line, cancellable, error))
    return NULL;
  add_unsolved (&text, frontier);
  return deid_long_text_end (&text, error);
}

static void
frontier_text_add_number (DeidLongText *text, double number)
{
  char decimal[DEID_DECIMAL_SIZE];

  deid_double_to_decimal (number, decimal);
  deid_long_text_add (text, "%s", decimal);
}

/* A policy may have commas and quotes in the names of its columns. */
static void
frontier_text_add_csv_line (DeidLongText *text, const DeidFrontier *frontier, guint64 i)
{
  const DeidFrontierStep *step = &frontier->steps[i];

  deid_long_text_add (text, DEID_COUNT_FORMAT "," DEID_COUNT_FORMAT ",", step->first, step->last);
  frontier_text_add_number (text, step->loss);
  deid_long_text_add (text, "," DEID_COUNT_FORMAT "," DEID_COUNT_FORMAT, step->n_suppressed,
                      frontier->n_records);
  for (guint d = 0; d < step->policy->lattice->n_dimensions; d++)
    deid_long_text_add (text, ",%u", step->policy->levels[d]);
  deid_long_text_add (text, "\n");
}

static void
add_csv_name (DeidLongText *text, const char *name)
{
  deid_long_text_add (text, ",\"");
  for (const char *c = name; *c != '\0'; c++)
    deid_long_text_add (text, *c == '"' ? "\"\"" : "%c", *c);
  deid_long_text_add (text, "\"");
}

char *
deid_frontier_to_csv (const DeidFrontier *frontier, GCancellable *cancellable, GError **error)
{
  const DeidLattice *lattice;
  DeidLongText text = { 0 };

  g_return_val_if_fail (frontier != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  lattice = frontier->problem->lattice;
  deid_long_text_add (&text, "%s_first,%s_last,loss,suppressed,records",
                      frontier->is_k ? "k" : "limit", frontier->is_k ? "k" : "limit");
  for (guint a = 0; a < lattice->n_attributes; a++)
    add_csv_name (&text, deid_lattice_get_column (lattice, a)->name);
  deid_long_text_add (&text, "\n");
  return add_steps (&text, frontier, frontier_text_add_csv_line, cancellable, error)
             ? deid_long_text_end (&text, error)
             : NULL;
}

static void
add_json_step (DeidLongText *text, const DeidFrontier *frontier, guint64 i)
{
  const DeidFrontierStep *step = &frontier->steps[i];
  const DeidLattice *lattice = step->policy->lattice;

  deid_long_text_add (text,
                      "%s{\"first\":" DEID_COUNT_FORMAT ",\"last\":" DEID_COUNT_FORMAT ",\"loss\":",
                      i > 0 ? "," : "", step->first, step->last);
  frontier_text_add_number (text, step->loss);
  deid_long_text_add (text, ",\"suppressed\":" DEID_COUNT_FORMAT ",\"policy\":{",
                      step->n_suppressed);
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      deid_long_text_add (text, "%s", a > 0 ? "," : "");
      deid_long_text_add_json (text, deid_lattice_get_column (lattice, a)->name);
      deid_long_text_add (text, ":%u",
                          step->policy->levels[lattice->attributes[a].first_dimension]);
    }
  deid_long_text_add (text, "}}");
}

char *
deid_frontier_to_json (const DeidFrontier *frontier, GCancellable *cancellable, GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (frontier != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  deid_long_text_add (
      &text,
      "{\"audience\":\"custodian-only\",\"parameter\":\"%s\",\"first\":" DEID_COUNT_FORMAT
      ",\"last\":" DEID_COUNT_FORMAT ",\"records\":" DEID_COUNT_FORMAT ",\"steps\":[",
      frontier->is_k ? "k" : "suppression", frontier->first, frontier->last, frontier->n_records);
  if (!add_steps (&text, frontier, add_json_step, cancellable, error))
    return NULL;
  deid_long_text_add (&text, "]");
  deid_statement_end_json (&text, frontier->problem->statement);
  return deid_long_text_end (&text, error);
}
