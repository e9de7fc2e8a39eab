/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How long grouping takes, from scratch and by refinement, measured by a pass that only reads and
 * writes the same bytes. */
#include <stdlib.h>
#include <string.h>

#include "grouping-report.h"

static const guint64 numbers_of_rows[] = { 73489, 1000000 };
static const guint widths[] = { 1, 2, 4 };

static const Case shapes[] = {
  { .name = "group 9, dense", .kernel = KERNEL_GROUP, .fan_out = 3, .n_attributes = 9 },
  { .name = "group 9, hashed", .kernel = KERNEL_GROUP, .fan_out = 6, .n_attributes = 9 },
  { .name = "split, dense", .kernel = KERNEL_SPLIT, .fan_out = 4, .n_classes = 1000 },
  { .name = "split, hashed", .kernel = KERNEL_SPLIT, .fan_out = 100, .n_classes = 60000 },
  { .name = "split, 32-bit ids", .kernel = KERNEL_SPLIT, .fan_out = 4, .n_classes = 100000 },
  { .name = "write", .kernel = KERNEL_WRITE, .fan_out = 4, .n_classes = 1000 },
  { .name = "write, many classes", .kernel = KERNEL_WRITE, .fan_out = 4, .n_classes = 100000 },
};

static int n_samples = 9;
static double seconds = 0.02;
static gboolean quick;
static gboolean json;

static const GOptionEntry entries[]
    = { { "samples", 'n', 0, G_OPTION_ARG_INT, &n_samples, "samples of each kernel (9)", "N" },
        { "seconds", 's', 0, G_OPTION_ARG_DOUBLE, &seconds, "about how long a sample takes (0.02)",
          "S" },
        { "quick", 'q', 0, G_OPTION_ARG_NONE, &quick, "each kernel once on the fewer rows", NULL },
        { "json", 'j', 0, G_OPTION_ARG_NONE, &json, "print JSON", NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

/* The cases of a shape differ in nothing but the width of their codes. */
static gboolean
check_widths (const Timing *timings)
{
  for (guint w = 1; w < G_N_ELEMENTS (widths); w++)
    if (timings[w].n_made != timings[0].n_made || timings[w].checksum != timings[0].checksum)
      {
        g_printerr ("%s, %" G_GUINT64_FORMAT " rows: %u bits give other classes than %u\n",
                    timings->shape->name, timings->n_rows, 8 * widths[w], 8 * widths[0]);
        return FALSE;
      }
  return TRUE;
}

static gboolean
run (void)
{
  const guint n_sizes = quick ? 1 : G_N_ELEMENTS (numbers_of_rows);
  const guint n = n_sizes * G_N_ELEMENTS (shapes) * G_N_ELEMENTS (widths);
  const Machine machine = describe_machine ();
  Case cases[G_N_ELEMENTS (shapes)][G_N_ELEMENTS (widths)];
  g_autofree Timing *timings = g_new0 (Timing, n);
  Timing *timing = timings;
  gboolean success = TRUE;

  for (guint r = 0; r < n_sizes; r++)
    for (guint s = 0; s < G_N_ELEMENTS (shapes); s++)
      {
        for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
          {
            cases[s][w] = shapes[s];
            cases[s][w].width = widths[w];
            *timing++ = time_case (&cases[s][w], numbers_of_rows[r], (guint) n_samples, seconds);
          }
        success = check_widths (timing - G_N_ELEMENTS (widths)) && success;
      }
  if (json)
    report_json (&machine, timings, n);
  else
    report_text (&machine, timings, n);
  return success;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- time grouping");
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc > 1 || n_samples < 1)
    {
      g_printerr ("%s\n", error != NULL ? error->message : "see --help");
      return EXIT_FAILURE;
    }
  if (quick)
    {
      n_samples = 1;
      seconds = 0;
    }
  return run () ? EXIT_SUCCESS : EXIT_FAILURE;
}
