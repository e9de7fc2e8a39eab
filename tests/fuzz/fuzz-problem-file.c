/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any text as a problem file: what is read is written in its normal form, which reads back and is
 * written as the same text. No file is opened. */
#include "fuzz/fuzz.h"

#include <string.h>

static char *
normalize (const char *text, GError **error)
{
  g_autoptr (DeidJob) job = deid_job_new ();
  char *normal;

  if (!deid_job_load_text (job, text, "fuzz", "/fuzz", error))
    return NULL;
  normal = deid_job_to_text (job, "/fuzz", error);
  assert_quietly (normal != NULL);
  return normal;
}

FUZZ_TARGET (problem_file)
{
  g_autofree char *text = fuzz_take_text (fuzz);
  g_autofree char *normal = NULL, *again = NULL;
  GError *error = NULL;

  normal = normalize (text, &error);
  if (!fuzz_check (normal != NULL, &error))
    return;
  again = normalize (normal, &error);
  if (again == NULL)
    ck_abort_msg ("the normal form is refused: %s\n%s", error->message, normal);
  if (strcmp (normal, again) != 0)
    ck_abort_msg ("the normal form is not stable:\n%s\n%s", normal, again);
}
