/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "policy-mix.h"

#include <stdio.h>
#include <string.h>

#include "base/portable-math.h"

#define SEED 5

const char *const mix_names[N_MIXES] = { "layer", "any", "boundary" };

typedef struct
{
  guint n_dimensions;
  const DeidLevel *heights;
  guint64 middle;    /* half the level sum of the top */
  guint64 **weights; /* of each level of each dimension, growing with the level */
  guint64 threshold;
  DeidRandom random;
} Mixer;

void
policies_clear (Policies *policies)
{
  g_clear_pointer (&policies->levels, g_free);
}

static Policies
policies_new (guint n_dimensions, guint64 n)
{
  return (Policies){ .n_dimensions = n_dimensions,
                     .levels = g_new (DeidLevel, n * n_dimensions),
                     .n = n };
}

static void
mixer_init (Mixer *mixer, const DeidLevel *heights, guint n_dimensions)
{
  *mixer = (Mixer){ .n_dimensions = n_dimensions, .heights = heights, .random = { SEED } };
  mixer->middle = deid_levels_sum (heights, n_dimensions) / 2;
  mixer->weights = g_new (guint64 *, n_dimensions);
  for (guint d = 0; d < n_dimensions; d++)
    {
      const guint64 step = 300 + deid_random_below (&mixer->random, 1000);
      guint64 weight = 0;

      mixer->weights[d] = g_new (guint64, heights[d] + 1u);
      for (guint level = 0; level <= heights[d]; level++)
        {
          mixer->weights[d][level] = weight;
          weight += step * (200 + deid_random_below (&mixer->random, 1000));
        }
      mixer->threshold += mixer->weights[d][heights[d]];
    }
  mixer->threshold = mixer->threshold * 6 / 10;
}

static void
mixer_clear (Mixer *mixer)
{
  for (guint d = 0; d < mixer->n_dimensions; d++)
    g_free (mixer->weights[d]);
  g_free (mixer->weights);
}

static void
set_any (Mixer *mixer, DeidLevel *levels)
{
  for (guint d = 0; d < mixer->n_dimensions; d++)
    levels[d] = (DeidLevel) deid_random_below (&mixer->random, mixer->heights[d] + 1u);
}

static gboolean
has_property (const Mixer *mixer, const DeidLevel *levels)
{
  guint64 weight = 0;

  for (guint d = 0; d < mixer->n_dimensions; d++)
    weight += mixer->weights[d][levels[d]];
  return weight >= mixer->threshold;
}

static gboolean
is_in_layer (const Mixer *mixer, const DeidLevel *levels)
{
  const guint64 sum = deid_levels_sum (levels, mixer->n_dimensions);

  return sum + 1 >= mixer->middle && sum <= mixer->middle + 1;
}

/* Goes down, a level at a time in a random dimension, while the property holds. */
static void
go_to_boundary (Mixer *mixer, DeidLevel *levels)
{
  guint n_stuck = 0;
  guint d = (guint) deid_random_below (&mixer->random, mixer->n_dimensions);

  while (n_stuck < mixer->n_dimensions)
    {
      n_stuck++;
      if (levels[d] > 0)
        {
          levels[d]--;
          if (has_property (mixer, levels))
            {
              n_stuck = 0;
              d = (guint) deid_random_below (&mixer->random, mixer->n_dimensions);
              continue;
            }
          levels[d]++;
        }
      d = (d + 1) % mixer->n_dimensions;
    }
}

Policies
make_mix (const DeidLevel *heights, guint n_dimensions, MixKind kind, gboolean is_mirrored,
          guint64 n)
{
  Policies mix = policies_new (n_dimensions, n);
  Mixer mixer;

  mixer_init (&mixer, heights, n_dimensions);
  for (guint64 i = 0; i < n; i++)
    {
      DeidLevel *levels = mix.levels + i * n_dimensions;

      do
        set_any (&mixer, levels);
      while (kind == MIX_LAYER ? !is_in_layer (&mixer, levels) : !has_property (&mixer, levels));
      if (kind == MIX_BOUNDARY)
        go_to_boundary (&mixer, levels);
      for (guint d = 0; is_mirrored && d < n_dimensions; d++)
        levels[d] = (DeidLevel) (heights[d] - levels[d]);
    }
  mixer_clear (&mixer);
  return mix;
}

Policies
make_questions (const DeidLevel *heights, const Policies *near, guint64 n)
{
  Policies questions = policies_new (near->n_dimensions, n);
  Mixer mixer = { .n_dimensions = near->n_dimensions, .heights = heights, .random = { SEED + 1 } };

  for (guint64 i = 0; i < n; i++)
    {
      DeidLevel *levels = questions.levels + i * near->n_dimensions;

      set_any (&mixer, levels);
      if (i % 2 == 0)
        continue;
      memcpy (levels, policies_get (near, deid_random_below (&mixer.random, near->n)),
              near->n_dimensions * sizeof *levels);
      for (guint move = 0; move < 4; move++)
        {
          const guint d = (guint) deid_random_below (&mixer.random, near->n_dimensions);
          const gboolean is_up = deid_random_below (&mixer.random, 2) == 0;

          if (is_up && levels[d] < heights[d])
            levels[d]++;
          else if (!is_up && levels[d] > 0)
            levels[d]--;
        }
    }
  return questions;
}

static gboolean
fail (GError **error, const char *path, guint64 line, const char *what)
{
  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE, "%s, line %" G_GUINT64_FORMAT ": %s", path,
               line, what);
  return FALSE;
}

static gboolean
parse_line (const char *path, guint64 line, char *text, GArray *levels, guint *n_dimensions,
            GError **error)
{
  const guint n_before = levels->len;
  guint n;

  for (char *at = text;;)
    {
      char *end;
      const guint64 number = g_ascii_strtoull (at, &end, 10);
      const DeidLevel level = (DeidLevel) number;

      if (end == at)
        {
          if (*g_strchug (at) != '\0')
            return fail (error, path, line, "expected levels between blanks");
          break;
        }
      if (number >= G_MAXUINT16)
        return fail (error, path, line, "expected levels below 65535");
      g_array_append_val (levels, level);
      at = end;
    }
  n = levels->len - n_before;
  if (n > 0 && *n_dimensions > 0 && n != *n_dimensions)
    return fail (error, path, line, "expected as many levels as before");
  *n_dimensions = MAX (*n_dimensions, n);
  return TRUE;
}

gboolean
read_policies (const char *path, Policies *policies, GError **error)
{
  g_autofree char *content = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GArray) levels = g_array_new (FALSE, FALSE, sizeof (DeidLevel));
  guint n_dimensions = 0;

  if (!g_file_get_contents (path, &content, NULL, error))
    return FALSE;
  lines = g_strsplit (content, "\n", -1);
  for (guint64 i = 0; lines[i] != NULL; i++)
    if (!parse_line (path, i + 1, lines[i], levels, &n_dimensions, error))
      return FALSE;
  if (n_dimensions == 0)
    return fail (error, path, 1, "there are no policies");
  *policies = policies_new (n_dimensions, levels->len / n_dimensions);
  memcpy (policies->levels, levels->data, levels->len * sizeof (DeidLevel));
  return TRUE;
}
