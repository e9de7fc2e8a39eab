/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names in headings, and key files. */
#include "support/suite.h"

#include <string.h>

#include "base/key-file.h"

static void
fill_random (GRand *rand, const char *letters, char *text, guint max_length)
{
  const guint n = (guint) g_rand_int_range (rand, 0, (gint32) max_length + 1);

  for (guint i = 0; i < n; i++)
    text[i] = letters[g_rand_int_range (rand, 0, (gint32) strlen (letters))];
  text[n] = '\0';
}

START_TEST (spellings)
{
  static const struct
  {
    const char *name, *text;
  } cases[] = { { "zip", "zip" },
                { "a b=c;d", "a b=c;d" },
                { " a ", "%20a%20" },
                { "a[1]", "a%5B1%5D" },
                { "100%", "100%25" },
                { "q*", "q%2A" },
                { "what?", "what%3F" },
                { "two\nlines", "two%0Alines" },
                { "größe", "größe" },
                { "a\xC2\x9B", "a%C2%9B" },
                { "\xE2\x80\xAE"
                  "b",
                  "%E2%80%AEb" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = deid_section_name_escape (cases[i].name);
      g_autofree char *name = deid_section_name_unescape (text);

      ck_assert_str_eq (text, cases[i].text);
      ck_assert_str_eq (name, cases[i].name);
      ck_assert (!deid_section_name_is_glob (text));
      ck_assert (deid_section_name_matches (text, cases[i].name));
    }
  ck_assert_ptr_null (deid_section_name_unescape (""));
  ck_assert_ptr_null (deid_section_name_unescape ("a%00"));
  ck_assert_ptr_null (deid_section_name_unescape ("%ff"));
}
END_TEST

/* The definition: an asterisk is nothing, or a character and the asterisk again. */
static gboolean
matches (const char *text, const char *name)
{
  if (*text == '\0')
    return *name == '\0';
  if (*text == '*')
    return matches (text + 1, name) || (*name != '\0' && matches (text, name + 1));
  return *name != '\0' && (*text == '?' || *text == *name) && matches (text + 1, name + 1);
}

START_TEST (globs)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  guint n_matches = 0;

  for (guint trial = 0; trial < count_trials (20000); trial++)
    {
      char text[8], name[8];

      fill_random (rand, "ab*?", text, 6);
      fill_random (rand, "ab", name, 6);
      n_matches += matches (text, name) ? 1 : 0;
      assert_quietly (deid_section_name_matches (text, name) == matches (text, name));
    }
  ck_assert_uint_gt (n_matches, 10);
  ck_assert (deid_section_name_matches ("gr??e", "größe"));
  ck_assert (deid_section_name_matches ("q%2A*", "q*1"));
  ck_assert (!deid_section_name_matches ("q%2A*", "q1"));
}
END_TEST

/* What one writes the other reads, GKeyFile and the library. */
START_TEST (values)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint trial = 0; trial < count_trials (3000); trial++)
    {
      g_autoptr (GKeyFile) theirs = g_key_file_new (), read = g_key_file_new ();
      g_autofree char *text = NULL, *written = NULL, *own = NULL;
      DeidLongText heading = { 0 };
      DeidKeyFileItem item;
      DeidKeyFile file = { 0 };
      char value[12];

      fill_random (rand, "a;\\ \n\t\r=#[]", value, 10);
      g_key_file_set_string (theirs, "group", "key", value);
      text = g_key_file_to_data (theirs, NULL, NULL);
      file.next = text;
      assert_quietly (deid_key_file_next (&file, &item, NULL) && item == DEID_KEY_FILE_SECTION);
      assert_quietly (deid_key_file_next (&file, &item, NULL) && item == DEID_KEY_FILE_ENTRY);
      assert_quietly (file.line == 2 && g_str_equal (file.name, "key"));
      assert_quietly (deid_key_file_unescape (file.value, FALSE, NULL));
      /* GKeyFile keeps no blanks at the end of a line but for escaped ones. */
      g_strchomp (file.value);
      own = g_strchomp (g_strdup (value));
      assert_quietly (g_str_equal (file.value, own));
      deid_long_text_add (&heading, "[group]\n");
      deid_key_file_add_entry (&heading, "key", value, FALSE);
      written = deid_long_text_end (&heading, NULL);
      assert_quietly (g_key_file_load_from_data (read, written, (gsize) -1, 0, NULL));
      g_free (own);
      own = g_key_file_get_string (read, "group", "key", NULL);
      assert_quietly (g_strcmp0 (own, value) == 0);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("section-names");
  TCase *names = tcase_create ("names");

  tcase_add_test (names, spellings);
  tcase_add_test (names, globs);
  tcase_add_test (names, values);
  suite_add_tcase (suite, names);
  return suite;
}
