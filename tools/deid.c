/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The command `deid`: a verb and its options. */
#include <deid/deid.h>
#include <locale.h>
#include <stdlib.h>

#include "base/text.h"
#include "messages.h"
#include "options.h"
#include "standard-streams.h"
#include "verb-help.h"

#ifdef __GLIBC__
#include <malloc.h>
#define ARRAY_SIZE (1024 * 1024) /* from which arrays go back to the system once they are freed */
#endif

#define EXIT_BAD_INPUT 2

const Verb *const verbs[]
    = { &suggest_verb, &run_verb,       &apply_verb,  &verify_verb, &report_verb,
        &explore_verb, &hierarchy_verb, &engine_verb, NULL };

static const Verb *
find_verb (const char *name)
{
  for (guint i = 0; verbs[i] != NULL; i++)
    if (g_str_equal (verbs[i]->name, name))
      return verbs[i];
  return NULL;
}

/* Takes the text. */
static int
print_and_end (char *text)
{
  g_print ("%s", text);
  g_free (text);
  return EXIT_SUCCESS;
}

static int
refuse_verb (const char *name)
{
  g_autofree char *shown = deid_text_show (name, -1), *question = NULL;
  DeidNearestText nearest;

  deid_nearest_text_init (&nearest, name);
  for (guint i = 0; verbs[i] != NULL; i++)
    deid_nearest_text_try (&nearest, verbs[i]->name);
  question = deid_nearest_text_ask (&nearest);
  g_printerr ("deid: '%s' is no verb%s; see deid --help\n", shown, question);
  return EXIT_BAD_INPUT;
}

static int
help (const char *topic)
{
  if (topic == NULL)
    return print_and_end (describe_verbs ());
  if (g_str_equal (topic, "models"))
    return print_and_end (describe_models ());
  if (g_str_equal (topic, "rules"))
    return print_and_end (describe_rules ());
  return find_verb (topic) != NULL ? print_and_end (describe_verb (find_verb (topic), FALSE))
                                   : refuse_verb (topic);
}

/* The build makes man pages and completions by `deid --generate KIND [VERB]`. */
static int
generate (int argc, char **argv)
{
  const Verb *verb = argc > 3 ? find_verb (argv[3]) : NULL;
  char *page = argc > 2 && (argc == 3 || verb != NULL) ? make_verb_page (argv[2], verb) : NULL;

  if (page != NULL)
    return print_and_end (page);
  g_printerr ("deid: --generate: expected man, bash, zsh or fish, or man and a verb\n");
  return EXIT_BAD_INPUT;
}

static gboolean
has_argument (const char *argument, int argc, char **argv)
{
  for (int i = 1; i < argc && !g_str_equal (argv[i], "--"); i++)
    if (g_str_equal (argv[i], argument))
      return TRUE;
  return FALSE;
}

static int
run_verb_of (const Verb *verb, int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  if (has_argument ("--help", argc, argv) || has_argument ("-h", argc, argv))
    return print_and_end (describe_verb (verb, FALSE));
  if (has_argument ("--help-all", argc, argv))
    return print_and_end (describe_verb (verb, TRUE));
  messages_init (verb, has_argument ("--json", argc, argv));
  if (is_stream_given (verb, argc, argv))
    print_to_standard_error ();
  return read_command_line (verb, argc, argv, &error) ? verb->run ()
                                                      : print_error (error, EXIT_BAD_INPUT);
}

int
main (int argc, char **argv)
{
  const char *first = argc > 1 ? argv[1] : "--help";
  const Verb *verb = find_verb (first);

  standard_streams_init ("deid");
  setlocale (LC_ALL, "");
#ifdef __GLIBC__
  /* By default, glibc raises this limit, and the freed arrays of a large table leave holes. */
  mallopt (M_MMAP_THRESHOLD, ARRAY_SIZE);
#endif
  if (g_str_equal (first, "--help") || g_str_equal (first, "-h") || g_str_equal (first, "help"))
    return help (argc > 2 ? argv[2] : NULL);
  if (g_str_equal (first, "--version"))
    return print_and_end (g_strdup_printf ("deid (libdeid) %s\n", deid_get_version ()));
  if (g_str_equal (first, "--generate"))
    return generate (argc, argv);
  return verb != NULL ? run_verb_of (verb, argc - 1, argv + 1) : refuse_verb (first);
}
