/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/release-options-private.h"

#include "base/handle.h"
#include "base/parts.h"

#define DEFAULT_MINIMUM_BIN 5

static void
deid_release_options_free (DeidReleaseOptions *options)
{
  for (guint i = 0; i < options->n_numbers; i++)
    g_free (options->numbers[i].column);
  g_free (options->numbers);
  g_free (options);
}

DEID_DEFINE_HANDLE (DeidReleaseOptions, deid_release_options)

DeidReleaseOptions *
deid_release_options_new (void)
{
  DeidReleaseOptions *options = g_new0 (DeidReleaseOptions, 1);

  g_atomic_ref_count_init (&options->ref_count);
  options->n_threads = 1;
  options->minimum_bin = DEFAULT_MINIMUM_BIN;
  return options;
}

DeidReleaseOptions *
deid_release_options_use (DeidReleaseOptions *options)
{
  if (options == NULL)
    return deid_release_options_new ();
  g_atomic_int_set (&options->immutable, TRUE);
  return deid_release_options_ref (options);
}

gboolean
deid_release_options_check_mutable (DeidReleaseOptions *options, GError **error)
{
  return deid_check_mutable (&options->immutable, NULL, "the release options were used", error);
}

gboolean
deid_release_options_set_keep_suppressed (DeidReleaseOptions *options, gboolean keep,
                                          GError **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  if (!deid_release_options_check_mutable (options, error))
    return FALSE;
  options->keep_suppressed = keep;
  return TRUE;
}

gboolean
deid_release_options_set_keep_order (DeidReleaseOptions *options, gboolean keep, GError **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  if (!deid_release_options_check_mutable (options, error))
    return FALSE;
  options->keep_order = keep;
  return TRUE;
}

gboolean
deid_release_options_set_seed (DeidReleaseOptions *options, guint64 seed, GError **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  if (!deid_release_options_check_mutable (options, error))
    return FALSE;
  options->seed = seed;
  return TRUE;
}

gboolean
deid_release_options_get_keep_suppressed (const DeidReleaseOptions *options)
{
  g_return_val_if_fail (options != NULL, 0);

  return options->keep_suppressed;
}

gboolean
deid_release_options_get_keep_order (const DeidReleaseOptions *options)
{
  g_return_val_if_fail (options != NULL, 0);

  return options->keep_order;
}

guint64
deid_release_options_get_seed (const DeidReleaseOptions *options)
{
  g_return_val_if_fail (options != NULL, 0);

  return options->seed;
}

gboolean
deid_release_options_set_n_threads (DeidReleaseOptions *options, guint n_threads, GError **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  if (!deid_release_options_check_mutable (options, error)
      || !deid_check_n_threads (n_threads, error))
    return FALSE;
  options->n_threads = n_threads;
  return TRUE;
}

guint
deid_release_options_get_n_threads (const DeidReleaseOptions *options)
{
  g_return_val_if_fail (options != NULL, 0);

  return options->n_threads;
}
