/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The rule of public risk reports as their reader applies it, from its statement. */
#include "support/public-figures.h"

static guint
get_room (const PublicFigures *figures)
{
  return 2 * (figures->minimum + 2);
}

/* Returns: the first of 1, 2, 5, 10, 20, 50 and so on from a size on. */
static guint
get_round_size (guint from)
{
  static const guint round_sizes[]
      = { 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000 };
  guint i = 0;

  while (round_sizes[i] < from)
    i++;
  return round_sizes[i];
}

/* @size ends an interval from @from on if it has so many records, and so many are left. */
static gboolean
can_end (const PublicFigures *figures, guint from, guint size, guint smallest_class, guint n,
         guint n_left)
{
  const guint room = get_room (figures);
  const guint n_times = (from + size - from - 1) / (size - from);

  return n >= room * size * n_times && n_left >= room * size && n >= room * smallest_class
         && n_left >= room * smallest_class;
}

void
public_figures_add_rule (const PublicFigures *figures, guint smallest_class, guint largest_size,
                         SizeSolver *solver)
{
  guint n_before = 0;

  for (guint i = 0; i < figures->n_intervals; i++)
    {
      const guint from = figures->smallest[i];
      const guint below = i + 1 < figures->n_intervals ? figures->smallest[i + 1] : G_MAXUINT;
      const guint n_from = figures->n_records - n_before;
      const gboolean is_divided
          = figures->threshold_end > from && figures->threshold_end <= largest_size;
      guint end = is_divided ? figures->threshold_end : get_round_size (2 * from);

      for (; end < below && end <= solver->n_sizes;
           end = get_round_size (is_divided && end == figures->threshold_end ? 2 * end : end + 1))
        for (guint n = 0; n <= n_from; n++)
          if (can_end (figures, from, end, smallest_class, n, n_from - n))
            size_solver_forbid_below (solver, end, n_before + n);
      if (below != G_MAXUINT)
        size_solver_fix_below (solver, below, n_before + figures->counts[i]);
      n_before += figures->counts[i];
    }
}

void
public_figures_init_solver (const PublicFigures *figures, SizeSolver *solver)
{
  const guint smallest = figures->smallest[0];

  size_solver_init (solver, figures->n_records, figures->n_records);
  size_solver_fix_below (solver, smallest, 0);
  solver->required = figures->is_smallest ? smallest : 0;
  public_figures_add_rule (figures, 1, figures->n_records - (figures->is_smallest ? smallest : 0),
                           solver);
}

guint
public_figures_find (const PublicFigures *figures, guint size)
{
  guint i = figures->n_intervals;

  for (guint j = 0; j < figures->n_intervals && figures->smallest[j] <= size; j++)
    i = j;
  return i;
}

/* Of the last interval: the largest size that leaves enough for another class. */
static guint
get_largest_of_two (const PublicFigures *figures)
{
  const guint last = figures->n_intervals - 1;

  return figures->counts[last] - MIN (figures->counts[last], 2 * figures->smallest[last]);
}

gboolean
public_figures_tell (const PublicFigures *figures, guint size)
{
  const guint i = public_figures_find (figures, size);

  if (i == figures->n_intervals)
    return TRUE;
  if (i + 1 == figures->n_intervals)
    return size > get_largest_of_two (figures);
  return figures->smallest[i + 1] == size + 1 && figures->smallest[i] == size;
}

gboolean
public_figures_tell_below (const PublicFigures *figures, guint size)
{
  const guint i = public_figures_find (figures, size);

  return i == figures->n_intervals || figures->smallest[i] == size
         || (i + 1 == figures->n_intervals && size > get_largest_of_two (figures));
}

static gboolean
is_recovered (const PublicFigures *figures, Range range)
{
  return range.most < range.least + figures->minimum;
}

static guint
find_smallest_largest (const SizeSolver *solver)
{
  guint size = 1;

  while (size_solver_get_below (solver, size + 1).most < solver->n_records)
    size++;
  return size;
}

guint
public_figures_count_recovered (const PublicFigures *figures, const SizeSolver *solver)
{
  Range largest = { find_smallest_largest (solver), 0 };
  guint n = 0;

  for (guint size = 1; size <= solver->n_sizes; size++)
    {
      const Range records = size_solver_get_records (solver, size);

      if (records.most > 0)
        largest.most = size;
      if (!public_figures_tell (figures, size) && is_recovered (figures, records))
        n++;
      if (!public_figures_tell_below (figures, size)
          && is_recovered (figures, size_solver_get_below (solver, size)))
        n++;
    }
  if (is_recovered (figures, size_solver_get_classes (solver)))
    n++;
  return is_recovered (figures, largest) ? n + 1 : n;
}
