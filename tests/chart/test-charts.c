/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Charts as they stand in a page, read back as XML. */
#include <locale.h>
#include <math.h>
#include <string.h>

#include "chart/chart-private.h"
#include "chart/chart.h"
#include "support/failing-allocations.h"
#include "support/suite.h"

/* What is read of a figure; of the wide drawing alone unless it says otherwise. */
typedef struct
{
  guint n_drawings; /* of both widths, as are the next two */
  guint n_titles;   /* which the drawing itself has */
  guint n_outside;
  gboolean is_narrow;
  double width, height;
  guint n_marks;
  guint n_bars;
  double bars[100][2]; /* from where to where, along the values */
  double limit;
  double tick_end; /* of the last number below, and how high it stands */
  double tick_y;
  guint n_collisions;
  GString *text; /* all of it */
  GString *tick;
  double tick_x;
  gboolean is_end, is_start;
} Figure;

static double
find_number (const char **names, const char **values, const char *name)
{
  for (; *names != NULL; names++, values++)
    if (g_str_equal (*names, name))
      return g_ascii_strtod (*values, NULL);
  return 0;
}

static const char *
find_text (const char **names, const char **values, const char *name)
{
  for (; *names != NULL; names++, values++)
    if (g_str_equal (*names, name))
      return *values;
  return "";
}

static void
check_place (Figure *figure, double x, double y)
{
  figure->n_outside
      += !(x >= -0.05 && x <= figure->width + 0.05 && y >= 0 && y <= figure->height + 0.05);
}

static void
start_drawing (Figure *figure, const char **names, const char **values)
{
  g_auto (GStrv) box = g_strsplit (find_text (names, values, "viewBox"), " ", 4);

  ck_assert_str_eq (find_text (names, values, "role"), "img");
  figure->is_narrow = g_str_equal (find_text (names, values, "class"), "narrow");
  figure->width = g_ascii_strtod (box[2], NULL);
  figure->height = g_ascii_strtod (box[3], NULL);
  figure->tick_y = -1;
  figure->n_drawings++;
}

static void
start_shape (Figure *figure, const char *name, const char **names, const char **values)
{
  const char *class_name = find_text (names, values, "class");
  const double x = find_number (names, values, "x"), y = find_number (names, values, "y");

  if (g_str_equal (name, "rect"))
    {
      const double width = find_number (names, values, "width");

      check_place (figure, x, y);
      check_place (figure, x + width, y + find_number (names, values, "height"));
      if (!figure->is_narrow && g_str_has_prefix (class_name, "bar "))
        {
          figure->bars[figure->n_bars % 100][0] = x;
          figure->bars[figure->n_bars++ % 100][1] = x + width;
        }
    }
  else if (g_str_equal (name, "line"))
    {
      check_place (figure, find_number (names, values, "x1"), find_number (names, values, "y1"));
      check_place (figure, find_number (names, values, "x2"), find_number (names, values, "y2"));
      if (!figure->is_narrow && g_str_equal (class_name, "limit"))
        figure->limit = find_number (names, values, "x1");
    }
  else if (g_str_equal (name, "text"))
    check_place (figure, x, y);
  if (g_str_has_prefix (class_name, "mark") && !figure->is_narrow)
    figure->n_marks++;
}

static void
on_start (GMarkupParseContext *context, const char *name, const char **names, const char **values,
          gpointer data, GError **error)
{
  Figure *figure = data;
  const GSList *stack = g_markup_parse_context_get_element_stack (context);

  (void) error;
  if (g_str_equal (name, "svg"))
    start_drawing (figure, names, values);
  else if (figure->n_drawings > 0)
    start_shape (figure, name, names, values);
  if ((g_str_equal (name, "title") || g_str_equal (name, "desc"))
      && g_str_equal (stack->next->data, "svg"))
    figure->n_titles++;
  g_string_truncate (figure->tick, 0);
  figure->tick_x = NAN;
  if (g_str_equal (name, "text") && g_str_equal (find_text (names, values, "class"), "tick"))
    {
      const double y = find_number (names, values, "y");

      figure->tick_x = find_number (names, values, "x");
      figure->is_end = g_str_equal (find_text (names, values, "text-anchor"), "end");
      figure->is_start = *find_text (names, values, "text-anchor") == '\0';
      if (y != figure->tick_y)
        figure->tick_end = -INFINITY;
      figure->tick_y = y;
    }
}

static void
on_text (GMarkupParseContext *context, const char *text, gsize length, gpointer data,
         GError **error)
{
  Figure *figure = data;

  (void) context;
  (void) error;
  g_string_append_len (figure->text, text, (gssize) length);
  g_string_append_len (figure->tick, text, (gssize) length);
}

static void
on_end (GMarkupParseContext *context, const char *name, gpointer data, GError **error)
{
  Figure *figure = data;
  double width, left;

  (void) context;
  (void) error;
  if (!g_str_equal (name, "text") || isnan (figure->tick_x))
    return;
  width = deid_chart_text_measure (figure->tick->str);
  left = figure->tick_x - (figure->is_end ? width : figure->is_start ? 0 : width / 2);
  figure->n_collisions += left < figure->tick_end + 3;
  figure->tick_end = left + width;
  figure->tick_x = NAN;
}

static char *
write_chart (const DeidChart *chart)
{
  DeidHtml *page = deid_html_new ();
  GError *error = NULL;
  char *text;

  deid_chart_write (chart, page);
  text = deid_html_free_to_text (page, &error);
  assert_no_error (error);
  return text;
}

static void
figure_clear (Figure *figure)
{
  g_string_free (figure->text, TRUE);
  g_string_free (figure->tick, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Figure, figure_clear)

/* Reads a chart and checks what holds for all. */
static void
read_chart (const DeidChart *chart, Figure *figure)
{
  static const GMarkupParser parser = { on_start, on_end, on_text, NULL, NULL };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, figure, NULL);
  g_autofree char *text = write_chart (chart);
  GError *error = NULL;

  *figure = (Figure){ .text = g_string_new (NULL), .tick = g_string_new (NULL), .tick_x = NAN };
  g_markup_parse_context_parse (context, text, -1, &error);
  assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  assert_no_error (error);
  ck_assert (strstr (text, "nan") == NULL && strstr (text, "inf") == NULL);
  ck_assert_uint_eq (figure->n_drawings, 2);
  ck_assert_uint_eq (figure->n_titles, 4);
  ck_assert_uint_eq (figure->n_outside, 0);
  ck_assert_uint_eq (figure->n_collisions, 0);
}

static DeidChart *
make_chart (DeidChartKind kind, gboolean is_logarithmic)
{
  DeidChart *chart = deid_chart_new (kind, "Title", "Description");

  deid_chart_set_axis (chart, DEID_CHART_AXIS_X, "across", DEID_CHART_UNIT_NUMBER, is_logarithmic);
  deid_chart_set_axis (chart, DEID_CHART_AXIS_Y, "up", DEID_CHART_UNIT_NUMBER, is_logarithmic);
  return chart;
}

/* Values of all sizes in all kinds, with lines anywhere; those that are no numbers are left out. */
START_TEST (values_of_all_sizes)
{
  static const double special[]
      = { 0, 1e-300, 1e300, -1e300, G_MAXDOUBLE, -G_MAXDOUBLE, 4.9e-324,
          1, -1,     0.1,   1e15,   NAN,         INFINITY,     -INFINITY };
  g_autoptr (GRand) rand = g_rand_new_with_seed (19);

  for (guint trial = 0; trial < count_trials (2500); trial++)
    {
      const DeidChartKind kind = trial % 5;
      const guint n = (guint) g_rand_int_range (rand, 0, 9);
      g_autoptr (DeidChart) chart = make_chart (kind, g_rand_boolean (rand));
      g_auto (Figure) figure = { .n_marks = 0 };
      const gboolean is_wild = g_rand_boolean (rand);
      guint n_finite = 0;

      deid_chart_add_series (chart, "one");
      for (guint i = 0; i < n; i++)
        {
          const double size = pow (10, g_rand_int_range (rand, -3, 6));
          const double x = is_wild ? special[g_rand_int_range (rand, 0, G_N_ELEMENTS (special))]
                                   : g_rand_double_range (rand, 0, size);
          const double y = is_wild ? special[g_rand_int_range (rand, 0, G_N_ELEMENTS (special))]
                                   : g_rand_double_range (rand, -1, 2) * size;

          deid_chart_add_point (chart, 0, kind == DEID_CHART_BARS ? i : x, y, "what it is",
                                g_rand_boolean (rand));
          n_finite += isfinite (x) && isfinite (y);
        }
      if (g_rand_boolean (rand))
        deid_chart_add_line (chart, DEID_CHART_AXIS_Y, g_rand_double (rand), "a threshold");
      if (g_rand_boolean (rand))
        deid_chart_add_line (chart, DEID_CHART_AXIS_X, 1000 * g_rand_double (rand), "another");
      read_chart (chart, &figure);
      if (kind >= DEID_CHART_LINES)
        ck_assert_uint_eq (figure.n_marks, n_finite);
      if (kind != DEID_CHART_BARS)
        ck_assert ((strstr (figure.text->str, "No values") == NULL) == (n_finite > 0));
    }
}
END_TEST

/* The length of a bar is its value, on the scale on which the threshold stands, although a
 * logarithmic axis was asked for, all values are far from 0 and the threshold is above them. */
START_TEST (bars_begin_at_zero)
{
  static const double values[] = { 93, 94.5, 99, 90.25, 97 };
  g_autoptr (DeidChart) chart = make_chart (DEID_CHART_BARS, TRUE);
  g_auto (Figure) figure = { .n_marks = 0 };
  double unit;

  deid_chart_add_series (chart, "one");
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      deid_chart_add_category (chart, "name");
      deid_chart_add_point (chart, 0, i, values[i], NULL, FALSE);
    }
  deid_chart_add_line (chart, DEID_CHART_AXIS_Y, 120, "threshold");
  read_chart (chart, &figure);
  ck_assert_uint_eq (figure.n_bars, G_N_ELEMENTS (values));
  unit = (figure.limit - figure.bars[0][0]) / 120;
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      ck_assert_double_eq (figure.bars[i][0], figure.bars[0][0]);
      ck_assert_double_eq_tol (figure.bars[i][1] - figure.bars[i][0], values[i] * unit, 0.2);
    }
}
END_TEST

/* Bars of a histogram touch, from each x to the next and to the end. */
START_TEST (histograms_touch)
{
  static const double edges[] = { 1, 2, 5, 11, 20 };
  g_autoptr (DeidChart) chart = make_chart (DEID_CHART_HISTOGRAM, FALSE);
  g_auto (Figure) figure = { .n_marks = 0 };
  double unit;

  deid_chart_add_series (chart, "one");
  for (guint i = 4; i-- > 0;)
    deid_chart_add_point (chart, 0, edges[i], 1 + i, NULL, FALSE);
  deid_chart_set_end (chart, edges[4]);
  read_chart (chart, &figure);
  ck_assert_uint_eq (figure.n_bars, 4);
  unit = (figure.bars[3][1] - figure.bars[0][0]) / 19;
  for (guint i = 0; i < 4; i++)
    {
      ck_assert_double_eq_tol (figure.bars[i][0], figure.bars[0][0] + (edges[i] - 1) * unit, 0.2);
      ck_assert_double_eq_tol (figure.bars[i][1], figure.bars[0][0] + (edges[i + 1] - 1) * unit,
                               0.2);
    }
}
END_TEST

/* Whatever names say, they are text, and their marks of direction are seen. */
START_TEST (hostile_names)
{
  static const char hostile[] = "<script>alert(\"1\")</script>'&amp;\u202E]]>\x01";

  for (guint kind = 0; kind <= DEID_CHART_SCATTER; kind++)
    {
      g_autoptr (DeidChart) chart = deid_chart_new (kind, hostile, hostile);
      g_auto (Figure) figure = { .n_marks = 0 };
      g_autofree char *text = NULL;

      deid_chart_set_axis (chart, DEID_CHART_AXIS_X, hostile, DEID_CHART_UNIT_COUNT, FALSE);
      deid_chart_set_axis (chart, DEID_CHART_AXIS_Y, hostile, DEID_CHART_UNIT_COUNT, FALSE);
      for (guint i = 0; i < DEID_CHART_MAX_SERIES; i++)
        {
          deid_chart_add_series (chart, hostile);
          deid_chart_add_category (chart, hostile);
          deid_chart_add_point (chart, i, i, i, hostile, TRUE);
        }
      deid_chart_add_line (chart, DEID_CHART_AXIS_Y, 3, hostile);
      deid_chart_add_line (chart, DEID_CHART_AXIS_X, 3, hostile);
      read_chart (chart, &figure);
      text = write_chart (chart);
      ck_assert_ptr_null (strstr (text, "<script"));
      ck_assert_ptr_null (strstr (text, "\u202E"));
      ck_assert_ptr_nonnull (strstr (figure.text->str, "<script>alert(\"1\")</script>'&amp;"));
    }
}
END_TEST

START_TEST (forty_long_names)
{
  g_autoptr (DeidChart) chart = make_chart (DEID_CHART_BARS, FALSE);
  g_auto (Figure) figure = { .n_marks = 0 };

  deid_chart_add_series (chart, "one");
  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *word = g_strnfill (60 + i, (char) ('a' + i % 26));
      g_autofree char *name = g_strdup_printf ("%s and %s", word, word);

      deid_chart_add_category (chart, i % 2 == 0 ? word : name);
      deid_chart_add_point (chart, 0, i, i * i, word, i % 3 == 0);
    }
  read_chart (chart, &figure);
  ck_assert_uint_eq (figure.n_bars, 39); /* the first is 0 */
}
END_TEST

/* Thresholds side by side have their labels in rows of their own, within the drawing. */
START_TEST (many_lines)
{
  g_autoptr (DeidChart) chart = make_chart (DEID_CHART_SCATTER, FALSE);
  g_auto (Figure) figure = { .n_marks = 0 };

  deid_chart_add_series (chart, "one");
  deid_chart_add_point (chart, 0, 30, 30, NULL, FALSE);
  for (guint i = 0; i < 24; i++)
    {
      deid_chart_add_line (chart, DEID_CHART_AXIS_X, i % 20, "a threshold of the field");
      deid_chart_add_line (chart, DEID_CHART_AXIS_Y, i % 20, "a threshold of the field");
    }
  read_chart (chart, &figure);
  ck_assert_uint_eq (figure.n_marks, 1);
}
END_TEST

static DeidChart *
make_mixed (void)
{
  DeidChart *chart = make_chart (DEID_CHART_LINES, FALSE);

  deid_chart_add_series (chart, "one");
  deid_chart_add_point (chart, 0, 0.5, 1.25, "half", TRUE);
  deid_chart_add_point (chart, 0, 1.75, 1e6 / 3, "more", TRUE);
  deid_chart_add_line (chart, DEID_CHART_AXIS_X, 1.5, "line");
  return chart;
}

START_TEST (locale_does_not_matter)
{
  g_autofree char *old = g_strdup (setlocale (LC_ALL, NULL));
  g_autoptr (DeidChart) chart = make_mixed ();
  g_autofree char *expected = NULL, *text = NULL;

  setlocale (LC_ALL, "C");
  expected = write_chart (chart);
  setlocale (LC_ALL, "de_DE.UTF-8");
  text = write_chart (chart);
  setlocale (LC_ALL, old);
  ck_assert_str_eq (text, expected);
}
END_TEST

/* A chart that lacks a part is not drawn, and the end of the page tells. */
START_TEST (memory_of_charts)
{
  g_autoptr (DeidChart) chart = NULL;
  DeidHtml *page = deid_html_new ();
  GError *error = NULL;

  g_atomic_int_set (&n_allocations_left, 5);
  chart = make_mixed ();
  g_atomic_int_set (&n_allocations_left, G_MAXINT);
  deid_chart_write (chart, page);
  ck_assert_ptr_null (deid_html_free_to_text (page, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
}
END_TEST

/* Whichever allocation fails, the end of the page tells. */
START_TEST (memory)
{
  g_autoptr (DeidChart) whole = make_mixed ();
  g_autofree char *expected = write_chart (whole);
  gboolean success = FALSE;
  gint n = 0;

  for (; !success; n = get_next_failure (n))
    {
      g_autoptr (DeidChart) chart = NULL;
      g_autofree char *text = NULL;
      DeidHtml *page = deid_html_new ();
      GError *error = NULL;

      g_atomic_int_set (&n_allocations_left, n);
      chart = make_mixed ();
      deid_chart_write (chart, page);
      text = deid_html_free_to_text (page, &error);
      g_atomic_int_set (&n_allocations_left, G_MAXINT);
      success = text != NULL;
      if (success)
        ck_assert_str_eq (text, expected);
      else
        assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
    }
  ck_assert_int_gt (n, 10);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("charts");
  TCase *charts = tcase_create ("charts");

  tcase_set_timeout (charts, 120);
  tcase_add_test (charts, values_of_all_sizes);
  tcase_add_test (charts, bars_begin_at_zero);
  tcase_add_test (charts, histograms_touch);
  tcase_add_test (charts, hostile_names);
  tcase_add_test (charts, forty_long_names);
  tcase_add_test (charts, many_lines);
  tcase_add_test (charts, locale_does_not_matter);
  tcase_add_test (charts, memory_of_charts);
  tcase_add_test (charts, memory);
  suite_add_tcase (suite, charts);
  return suite;
}
