/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "closeness-stage.h"

#include <math.h>

const char *const stage_names[N_STAGES] = { "plain", "hashed", "pruned", "mirror", "all" };
const char *const grouping_names[N_GROUPINGS] = { "glib", "fibonacci", "dense" };

typedef struct Slot
{
  guint32 value;
  guint32 generation;
  guint64 count;
} Slot;

void
checks_init (Checks *checks, const Classes *classes)
{
  guint64 largest = 1;

  *checks = (Checks){ .classes = classes,
                      .hash = g_hash_table_new (NULL, NULL),
                      .dense = g_new0 (guint32, classes->n_values),
                      .present = g_new0 (guint64, classes->n_values / 64 + 1),
                      .values = g_new (guint32, classes->n_values),
                      .counts = g_new (guint64, classes->n_values) };
  if (!deid_ordered_base_init (&checks->base, classes->table_counts, classes->n_values,
                               classes->n_records, NULL))
    g_error ("no memory");
  for (guint64 c = 0; c < classes->n_classes; c++)
    largest = MAX (largest, classes->starts[c + 1] - classes->starts[c]);
  checks->bits = g_bit_storage ((gulong) (2 * MIN (largest, classes->n_values)));
  checks->slots = g_new0 (Slot, (gsize) 1 << checks->bits);
}

void
checks_clear (Checks *checks)
{
  g_hash_table_unref (checks->hash);
  deid_ordered_base_clear (&checks->base);
  g_free (checks->slots);
  g_free (checks->dense);
  g_free (checks->present);
  g_free (checks->values);
  g_free (checks->counts);
}

void
checks_set_t (Checks *checks, double t)
{
  if (!deid_rational_from_double (t, "t", &checks->t, NULL))
    g_error ("no fraction");
  deid_ordered_limit_init (&checks->limit, &checks->base, &checks->t);
}

static void
group_in_hash (Checks *checks, const guint32 *rows, guint64 n)
{
  g_hash_table_remove_all (checks->hash);
  for (guint64 i = 0; i < n; i++)
    {
      const gpointer key = GUINT_TO_POINTER (rows[i]);
      const guint count = GPOINTER_TO_UINT (g_hash_table_lookup (checks->hash, key));

      g_hash_table_insert (checks->hash, key, GUINT_TO_POINTER (count + 1));
    }
}

/* Returns: the slot of a value, or the one where it would be. */
static inline Slot *
find_slot (const Checks *checks, guint32 value)
{
  const guint64 mask = (G_GUINT64_CONSTANT (1) << checks->bits) - 1;
  guint64 slot = value * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15) >> (64 - checks->bits);

  while (checks->slots[slot].generation == checks->generation && checks->slots[slot].value != value)
    slot = (slot + 1) & mask;
  return &checks->slots[slot];
}

static void
group_in_slots (Checks *checks, const guint32 *rows, guint64 n)
{
  checks->generation++;
  for (guint64 i = 0; i < n; i++)
    {
      Slot *slot = find_slot (checks, rows[i]);

      if (slot->generation != checks->generation)
        *slot = (Slot){ rows[i], checks->generation, 0 };
      slot->count++;
    }
}

static inline guint64
get_slot_count (const Checks *checks, guint32 value)
{
  const Slot *slot = find_slot (checks, value);

  return slot->generation == checks->generation ? slot->count : 0;
}

/* Lists the values that are present, ascending: the bits are in their order already.
 *
 * Returns: how many there are. */
static guint32
group_densely (Checks *checks, const guint32 *rows, guint64 n)
{
  const guint32 n_words = checks->classes->n_values / 64 + 1;
  guint32 n_present = 0;

  for (guint64 i = 0; i < n; i++)
    {
      checks->dense[rows[i]]++;
      checks->present[rows[i] / 64] |= G_GUINT64_CONSTANT (1) << rows[i] % 64;
    }
  for (guint32 word = 0; word < n_words; word++)
    {
      for (guint64 bits = checks->present[word]; bits != 0; bits &= bits - 1)
        {
          const guint32 value = 64 * word + (guint32) __builtin_ctzll (bits);

          checks->values[n_present] = value;
          checks->counts[n_present++] = checks->dense[value];
          checks->dense[value] = 0;
        }
      checks->present[word] = 0;
    }
  return n_present;
}

/* The definition, in floating point as it is usually written. */
static gboolean
is_plainly_within (const Checks *checks, guint64 n, gboolean is_hashed)
{
  const Classes *classes = checks->classes;
  const double share = 1 / (double) n, table_share = 1 / (double) classes->n_records;
  double difference = 0, sum = 0;

  for (guint32 v = 0; v < classes->n_values; v++)
    {
      const guint64 count
          = is_hashed ? get_slot_count (checks, v)
                      : GPOINTER_TO_UINT (g_hash_table_lookup (checks->hash, GUINT_TO_POINTER (v)));

      difference += (double) count * share - (double) classes->table_counts[v] * table_share;
      sum += fabs (difference);
    }
  return sum * (double) checks->t.denominator
         <= (double) checks->t.numerator * (classes->n_values - 1) + 1e-9;
}

/* The published check: what lies before the first value is known. With the mirror image, so is
 * what lies behind the last one. */
static gboolean
is_within_by_pruning (Checks *checks, const guint32 *rows, guint64 n, gboolean is_mirrored)
{
  const DeidOrderedBase *base = &checks->base;
  guint32 first = base->n_values - 1, last = 0, end;
  guint64 mass = 0;
  DeidWide sum;

  for (guint64 i = 0; i < n; i++)
    {
      first = MIN (first, rows[i]);
      last = MAX (last, rows[i]);
    }
  checks->n_spared += first > 0;
  if (first > checks->limit.first || (is_mirrored && last < checks->limit.last))
    {
      checks->n_pruned++;
      return FALSE;
    }
  group_in_slots (checks, rows, n);
  end = is_mirrored ? last : base->n_values - 1;
  sum = n
        * (deid_ordered_base_get_prefix (base, first)
           + (is_mirrored ? deid_ordered_base_get_suffix (base, last) : 0));
  for (guint32 v = first; v < end; v++)
    {
      const guint64 table_mass = n * base->cumulated[v];

      mass += base->n_records * get_slot_count (checks, v);
      sum += mass < table_mass ? table_mass - mass : mass - table_mass;
    }
  return sum <= deid_closeness_limit_get (&checks->limit.closeness, n);
}

static gboolean
is_within_by_library (Checks *checks, const guint32 *rows, guint64 n)
{
  const guint32 n_present = group_densely (checks, rows, n);

  checks->n_pruned += checks->values[0] > checks->limit.first
                      || checks->values[n_present - 1] < checks->limit.last;
  return deid_ordered_distance_is_within (&checks->base, &checks->limit, checks->values,
                                          checks->counts, n_present, n);
}

static gboolean
check (Checks *checks, const guint32 *rows, guint64 n)
{
  switch (checks->stage)
    {
    case STAGE_PLAIN:
      group_in_hash (checks, rows, n);
      return is_plainly_within (checks, n, FALSE);
    case STAGE_HASHED:
      group_in_slots (checks, rows, n);
      return is_plainly_within (checks, n, TRUE);
    case STAGE_PRUNED:
      return is_within_by_pruning (checks, rows, n, FALSE);
    case STAGE_MIRROR:
      return is_within_by_pruning (checks, rows, n, TRUE);
    default:
      return is_within_by_library (checks, rows, n);
    }
}

void
run_stage (gpointer data)
{
  Checks *checks = data;
  const Classes *classes = checks->classes;

  checks->n_passed = checks->n_pruned = checks->n_spared = 0;
  for (guint64 c = 0; c < classes->n_classes; c++)
    {
      const guint64 start = classes->starts[c];

      checks->n_passed
          += (guint64) check (checks, classes->values + start, classes->starts[c + 1] - start);
    }
}

void
run_grouping (gpointer data)
{
  Checks *checks = data;
  const Classes *classes = checks->classes;

  for (guint64 c = 0; c < classes->n_classes; c++)
    {
      const guint32 *rows = classes->values + classes->starts[c];
      const guint64 n = classes->starts[c + 1] - classes->starts[c];

      if (checks->grouping == GROUPING_GLIB)
        group_in_hash (checks, rows, n);
      else if (checks->grouping == GROUPING_FIBONACCI)
        group_in_slots (checks, rows, n);
      else
        checks->checksum += group_densely (checks, rows, n);
    }
}
