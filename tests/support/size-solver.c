/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What numbers of records by class size can be, found by dynamic programming over the sizes. */
#include "support/size-solver.h"

#include <string.h>

static gboolean
contains (const RecordSet *set, guint n)
{
  return set->words[n / 64] >> (n % 64) & 1;
}

static void
add (RecordSet *set, guint n)
{
  set->words[n / 64] |= G_GUINT64_CONSTANT (1) << (n % 64);
}

/* Adds what is in another set, each number @by more. */
static void
add_more (RecordSet *set, const RecordSet *other, guint by)
{
  const guint n_words = by / 64, n_bits = by % 64;

  for (guint w = n_words; w < SOLVER_N_WORDS; w++)
    {
      set->words[w] |= other->words[w - n_words] << n_bits;
      if (n_bits > 0 && w > n_words)
        set->words[w] |= other->words[w - n_words - 1] >> (64 - n_bits);
    }
}

/* The same, each number @by less. */
static void
add_less (RecordSet *set, const RecordSet *other, guint by)
{
  const guint n_words = by / 64, n_bits = by % 64;

  for (guint w = n_words; w < SOLVER_N_WORDS; w++)
    {
      set->words[w - n_words] |= other->words[w] >> n_bits;
      if (n_bits > 0 && w + 1 < SOLVER_N_WORDS)
        set->words[w - n_words] |= other->words[w + 1] << (64 - n_bits);
    }
}

static void
keep (RecordSet *set, const RecordSet *others)
{
  for (guint w = 0; w < SOLVER_N_WORDS; w++)
    set->words[w] &= others->words[w];
}

static gboolean
meets (const RecordSet *set, const RecordSet *other)
{
  for (guint w = 0; w < SOLVER_N_WORDS; w++)
    if (set->words[w] & other->words[w])
      return TRUE;
  return FALSE;
}

void
size_solver_init (SizeSolver *solver, guint n_records, guint n_sizes)
{
  g_assert (n_records <= SOLVER_MAX_RECORDS);
  *solver = (SizeSolver){ .n_records = n_records,
                          .n_sizes = n_sizes,
                          .allowed = g_new (RecordSet, n_sizes + 2),
                          .forward = g_new0 (RecordSet, n_sizes + 2),
                          .backward = g_new0 (RecordSet, n_sizes + 2),
                          .fixed = g_new (guint, n_sizes + 2) };
  memset (solver->allowed, 0xff, (n_sizes + 2) * sizeof *solver->allowed);
  memset (solver->fixed, 0xff, (n_sizes + 2) * sizeof *solver->fixed);
}

void
size_solver_clear (SizeSolver *solver)
{
  g_free (solver->allowed);
  g_free (solver->forward);
  g_free (solver->backward);
  g_free (solver->fixed);
}

void
size_solver_forbid_below (SizeSolver *solver, guint size, guint n_records)
{
  if (size <= solver->n_sizes + 1)
    solver->allowed[size].words[n_records / 64] &= ~(G_GUINT64_CONSTANT (1) << (n_records % 64));
}

void
size_solver_fix_below (SizeSolver *solver, guint size, guint n_records)
{
  RecordSet only = { { 0 } };

  add (&only, n_records);
  if (size <= solver->n_sizes + 1)
    keep (&solver->allowed[size], &only);
}

void
size_solver_fix (SizeSolver *solver, guint size, guint n_records)
{
  solver->fixed[size] = n_records;
}

/* Tells whether a size may have so many records as far as that size alone goes. */
static gboolean
may_have (const SizeSolver *solver, guint size, guint n)
{
  if (solver->fixed[size] != G_MAXUINT && solver->fixed[size] != n)
    return FALSE;
  if (n == 0)
    return size != solver->required;
  return solver->free_from > 0 ? n >= solver->free_from : n % size == 0;
}

/* Returns: the step from one number of records that a size may have to the next. */
static guint
get_step (const SizeSolver *solver, guint size)
{
  return solver->free_from > 0 ? 1 : size;
}

gboolean
size_solver_run (SizeSolver *solver)
{
  const guint end = solver->n_sizes + 1;

  memset (solver->forward, 0, (end + 1) * sizeof *solver->forward);
  memset (solver->backward, 0, (end + 1) * sizeof *solver->backward);
  add (&solver->forward[1], 0);
  add (&solver->backward[end], solver->n_records);
  keep (&solver->backward[end], &solver->allowed[end]);
  for (guint size = 1; size < end; size++)
    {
      for (guint n = 0; n <= solver->n_records; n += get_step (solver, size))
        if (may_have (solver, size, n))
          add_more (&solver->forward[size + 1], &solver->forward[size], n);
      keep (&solver->forward[size + 1], &solver->allowed[size + 1]);
    }
  for (guint size = end - 1; size > 0; size--)
    {
      for (guint n = 0; n <= solver->n_records; n += get_step (solver, size))
        if (may_have (solver, size, n))
          add_less (&solver->backward[size], &solver->backward[size + 1], n);
      keep (&solver->backward[size], &solver->allowed[size]);
    }
  return contains (&solver->backward[1], 0);
}

Range
size_solver_get_records (const SizeSolver *solver, guint size)
{
  Range range = { G_MAXUINT, 0 };

  for (guint n = 0; n <= solver->n_records; n += get_step (solver, size))
    {
      RecordSet after = { { 0 } };

      if (!may_have (solver, size, n))
        continue;
      add_more (&after, &solver->forward[size], n);
      if (!meets (&after, &solver->backward[size + 1]))
        continue;
      range.least = MIN (range.least, n);
      range.most = MAX (range.most, n);
    }
  return range;
}

Range
size_solver_get_below (const SizeSolver *solver, guint size)
{
  Range range = { G_MAXUINT, 0 };

  for (guint n = 0; n <= solver->n_records; n++)
    if (contains (&solver->forward[size], n) && contains (&solver->backward[size], n))
      {
        range.least = MIN (range.least, n);
        range.most = MAX (range.most, n);
      }
  return range;
}

/* Extends a range by some more than another, if that has anything. */
static void
join (Range *range, Range other, guint n_more)
{
  if (other.least > other.most)
    return;
  range->least = MIN (range->least, other.least + n_more);
  range->most = MAX (range->most, other.most + n_more);
}

Range
size_solver_get_classes (const SizeSolver *solver)
{
  static const Range nothing = { G_MAXUINT, 0 };
  const guint n_states = solver->n_records + 1;
  g_autofree Range *states = g_new (Range, n_states), *next = g_new (Range, n_states);

  for (guint x = 0; x < n_states; x++)
    states[x] = nothing;
  states[0] = (Range){ 0, 0 };
  for (guint size = 1; size <= solver->n_sizes; size++)
    {
      for (guint x = 0; x < n_states; x++)
        {
          next[x] = nothing;
          if (size != solver->required)
            join (&next[x], states[x], 0);
          if (x >= size)
            join (&next[x], states[x - size], 1);
          if (x >= size)
            join (&next[x], next[x - size], 1);
        }
      for (guint x = 0; x < n_states; x++)
        states[x] = contains (&solver->allowed[size + 1], x) ? next[x] : nothing;
    }
  return states[solver->n_records];
}

void
size_solver_get_way (const SizeSolver *solver, guint *n_records)
{
  guint x = 0;

  for (guint size = 1; size <= solver->n_sizes; size++)
    {
      guint n = 0;

      while (!may_have (solver, size, n) || !contains (&solver->backward[size + 1], x + n))
        {
          n += get_step (solver, size);
          g_assert (x + n <= solver->n_records);
        }
      n_records[size] = n;
      x += n;
    }
}
