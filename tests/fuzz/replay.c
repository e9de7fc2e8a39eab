/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* usage: test-fuzz TARGET FOLDER N
 *
 * Runs a fuzz target without libFuzzer: on the files of a folder, in the order of their names, and
 * on N changed ones, which are the same each time. If an input ends the program, it is in the file
 * crash-TARGET of the current folder. */
#include "fuzz/fuzz.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_CHANGES 4
#define MAX_SIZE    4096

typedef int (*TargetFunc) (const guint8 *bytes, gsize n_bytes);

/* TARGETS is made of a line for each target. */
#define TARGET_OF(name) int fuzz_##name (const guint8 *bytes, gsize n_bytes);
TARGETS
#undef TARGET_OF

#define TARGET_OF(name) { #name, fuzz_##name },
static const struct
{
  const char *name;
  TargetFunc run;
} targets[] = { TARGETS };

typedef struct
{
  TargetFunc run;
  GRand *rand;
  GPtrArray *corpus; /* of GByteArray */
  char *crash;       /* the path of what runs */
  int file;
} Replay;

static void
run (const Replay *replay, const GByteArray *input)
{
  /* Memory of the exact size, so that AddressSanitizer sees what reads beyond. */
  g_autofree guint8 *bytes = g_memdup2 (input->data, input->len);

  if (ftruncate (replay->file, 0) != 0
      || pwrite (replay->file, input->data, input->len, 0) != (gssize) input->len)
    g_error ("cannot write %s", replay->crash);
  replay->run (bytes, input->len);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
read_corpus (Replay *replay, const char *folder)
{
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (directory == NULL)
    g_error ("cannot open %s", folder);
  while ((name = g_dir_read_name (directory)) != NULL)
    g_ptr_array_add (names, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      GError *error = NULL;
      char *content;
      gsize length;

      if (!g_file_get_contents (g_ptr_array_index (names, i), &content, &length, &error))
        g_error ("%s", error->message);
      g_ptr_array_add (replay->corpus, g_byte_array_new_take ((guint8 *) content, length));
    }
}

static guint
draw (const Replay *replay, guint n)
{
  return (guint) g_rand_int_range (replay->rand, 0, (gint32) n);
}

static const GByteArray *
draw_file (const Replay *replay)
{
  return g_ptr_array_index (replay->corpus, draw (replay, replay->corpus->len));
}

/* Puts a piece of a file of the corpus anywhere. */
static void
insert_piece (const Replay *replay, GByteArray *input)
{
  const GByteArray *other = draw_file (replay);
  const guint start = draw (replay, other->len + 1);
  const guint n = draw (replay, MIN (64, other->len - start) + 1);
  const guint place = draw (replay, input->len + 1);
  g_autofree guint8 *rest = g_memdup2 (input->data + place, input->len - place);
  const guint n_rest = input->len - place;

  if (input->len + n > MAX_SIZE)
    return;
  g_byte_array_set_size (input, place);
  g_byte_array_append (input, other->data + start, n);
  g_byte_array_append (input, rest, n_rest);
}

static void
change (const Replay *replay, GByteArray *input)
{
  const guint kind = draw (replay, 4);
  guint place;

  if (input->len == 0 || kind == 0)
    {
      insert_piece (replay, input);
      return;
    }
  place = draw (replay, input->len);
  if (kind == 1)
    g_byte_array_remove_range (input, place, 1 + draw (replay, MIN (16, input->len - place)));
  else if (kind == 2)
    input->data[place] ^= (guint8) (1 << draw (replay, 8));
  else
    input->data[place] = (guint8) draw (replay, 256);
}

static void
run_changed (const Replay *replay)
{
  const GByteArray *file = draw_file (replay);
  g_autoptr (GByteArray) input = g_byte_array_new ();

  g_byte_array_append (input, file->data, file->len);
  for (guint n = 1 + draw (replay, MAX_CHANGES); n > 0; n--)
    change (replay, input);
  run (replay, input);
}

int
main (int argc, char **argv)
{
  Replay replay = { .rand = g_rand_new_with_seed (1) };

  for (guint i = 0; argc == 4 && i < G_N_ELEMENTS (targets); i++)
    if (strcmp (targets[i].name, argv[1]) == 0)
      replay.run = targets[i].run;
  if (replay.run == NULL)
    {
      g_printerr ("usage: test-fuzz TARGET FOLDER N\n");
      return EXIT_FAILURE;
    }
  replay.corpus = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref);
  replay.crash = g_strconcat ("crash-", argv[1], NULL);
  replay.file = g_open (replay.crash, O_RDWR | O_CREAT, 0600);
  read_corpus (&replay, argv[2]);
  for (guint i = 0; i < replay.corpus->len; i++)
    run (&replay, g_ptr_array_index (replay.corpus, i));
  for (guint n = (guint) g_ascii_strtoull (argv[3], NULL, 10); n > 0; n--)
    run_changed (&replay);
  close (replay.file);
  g_unlink (replay.crash);
  g_free (replay.crash);
  g_ptr_array_unref (replay.corpus);
  g_rand_free (replay.rand);
  return EXIT_SUCCESS;
}
