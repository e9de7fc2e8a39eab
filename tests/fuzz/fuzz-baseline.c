/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any text as a baseline: what is read is written as a text that reads back and is written the
 * same. */
#include "fuzz/fuzz.h"

#include <string.h>

FUZZ_TARGET (baseline)
{
  g_autofree char *text = fuzz_take_text (fuzz);
  g_autofree char *normal = NULL, *again = NULL;
  g_autoptr (DeidBaseline) baseline = NULL;
  g_autoptr (DeidBaseline) second = NULL;
  GError *error = NULL;

  baseline = deid_baseline_new_from_text (text, "fuzz", NULL, &error);
  if (!fuzz_check (baseline != NULL, &error))
    return;
  normal = deid_baseline_to_text (baseline, &error);
  assert_no_error (error);
  second = deid_baseline_new_from_text (normal, "fuzz", NULL, &error);
  if (second == NULL)
    ck_abort_msg ("refused: %s\n%s", error->message, normal);
  again = deid_baseline_to_text (second, &error);
  assert_no_error (error);
  if (strcmp (normal, again) != 0)
    ck_abort_msg ("not stable:\n%s\n%s", normal, again);
}
