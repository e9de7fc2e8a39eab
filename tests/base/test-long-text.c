/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Texts that grow with the data. */
#include <json-glib/json-glib.h>
#include <string.h>

#include "base/long-text.h"
#include "support/failing-allocations.h"
#include "support/suite.h"

START_TEST (pieces_of_any_length)
{
  DeidLongText text = { 0 };
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autofree char *written = NULL;
  GError *error = NULL;

  for (guint length = 0; length < 300; length++)
    {
      g_autofree char *piece = g_strnfill (length, (char) ('a' + length % 26));

      deid_long_text_add (&text, "%s|%u|", piece, length);
      g_string_append_printf (expected, "%s|%u|", piece, length);
    }
  deid_long_text_add_double (&text, "%.2f", -0.125);
  g_string_append (expected, "-0.12");
  written = deid_long_text_end (&text, &error);
  assert_no_error (error);
  ck_assert_str_eq (written, expected->str);
}
END_TEST

START_TEST (nothing_added)
{
  DeidLongText text = { 0 };
  g_autofree char *written = deid_long_text_end (&text, NULL);

  ck_assert_str_eq (written, "");
}
END_TEST

START_TEST (json_strings)
{
  static const char *const strings[]
      = { "", "plain", "\"", "\\", "a\"b\\c", "\x01\x1f\x7f\t\n", "ä€𝄞", "</script>" };

  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    {
      DeidLongText text = { 0 };
      g_autoptr (JsonNode) node = NULL;
      g_autofree char *written = NULL;
      GError *error = NULL;

      deid_long_text_add_json (&text, strings[i]);
      written = deid_long_text_end (&text, &error);
      assert_no_error (error);
      node = json_from_string (written, &error);
      assert_no_error (error);
      ck_assert_str_eq (json_node_get_string (node), strings[i]);
      for (const char *c = written; *c != '\0'; c++)
        ck_assert_uint_ge ((guchar) *c, 0x20);
    }
}
END_TEST

/* Whichever allocation fails, the end tells, and nothing is left. */
START_TEST (memory)
{
  gboolean success = FALSE;
  gint n = 0;

  for (; !success; n++)
    {
      DeidLongText text = { 0 };
      g_autofree char *written = NULL, *piece = g_strnfill (200, 'x');
      GError *error = NULL;

      g_atomic_int_set (&n_allocations_left, n);
      deid_long_text_add (&text, "short");
      deid_long_text_add (&text, "%s", piece);
      deid_long_text_add_json (&text, "\"");
      deid_long_text_add_double (&text, "%.1f", 1);
      written = deid_long_text_end (&text, &error);
      g_atomic_int_set (&n_allocations_left, G_MAXINT);
      success = written != NULL;
      if (!success)
        assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
    }
  ck_assert_int_gt (n, 3);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("long-text");
  TCase *texts = tcase_create ("texts");

  tcase_add_test (texts, pieces_of_any_length);
  tcase_add_test (texts, nothing_added);
  tcase_add_test (texts, json_strings);
  tcase_add_test (texts, memory);
  suite_add_tcase (suite, texts);
  return suite;
}
