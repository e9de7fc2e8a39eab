/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "grouping-case.h"

#include "base/portable-math.h"
#include "yardstick.h"

#define SEED          1
#define N_CODES       200 /* of each attribute */
#define REMOVED_EVERY 20  /* one row of so many was removed before */
#define MIN_RECORDS   2   /* of a cell that becomes a class */

typedef struct
{
  const Case *shape;
  DeidRows rows;
  DeidCodes *codes; /* of each attribute, or the parts */
  DeidRecoding *recodings;
  const DeidRecoding **recodings_of_attributes;
  const void **columns;
  DeidStep step;
  DeidClassMap map;     /* that is split */
  DeidClassMap written; /* from its cells */
  guint32 n_written;    /* classes */
  DeidGrouping grouping;
  DeidCells cells;
  DeidRowSet removed;
  guint32 *removed_rows;
  guint32 *out; /* of the yardstick; the cells that it reads are those of @cells */
} Input;

static const DeidStop no_stop = { .deadline = G_MAXINT64 };

static void
set_number (gpointer numbers, guint width, guint64 row, guint32 number)
{
  if (width == 1)
    ((guint8 *) numbers)[row] = (guint8) number;
  else if (width == 2)
    ((guint16 *) numbers)[row] = (guint16) number;
  else
    ((guint32 *) numbers)[row] = number;
}

/* Small numbers are more frequent, as those of real tables are. */
static guint32
draw (DeidRandom *random, guint32 bound)
{
  return (guint32) deid_random_below (random, deid_random_below (random, bound) + 1);
}

static void
make_codes (DeidCodes *codes, guint width, guint32 bound, guint64 n_rows, DeidRandom *random)
{
  *codes = (DeidCodes){
    .data = g_malloc (n_rows * width), .n = n_rows, .capacity = n_rows, .width = width
  };
  for (guint64 row = 0; row < n_rows; row++)
    set_number (codes->data, width, row, draw (random, bound));
}

static void
make_attributes (Input *input, DeidRandom *random)
{
  const Case *shape = input->shape;

  for (guint a = 0; a < shape->n_attributes; a++)
    {
      DeidRecoding *recoding = &input->recodings[a];

      make_codes (&input->codes[a], shape->width, N_CODES, input->rows.n, random);
      recoding->labels = g_new (guint32, N_CODES);
      recoding->n_labels = shape->fan_out;
      for (guint code = 0; code < N_CODES; code++)
        recoding->labels[code] = code * shape->fan_out / N_CODES;
      input->rows.codes[a] = &input->codes[a];
      input->recodings_of_attributes[a] = recoding;
      input->columns[a] = input->codes[a].data;
    }
}

static void
make_map (Input *input, DeidRandom *random)
{
  const guint32 n_classes = input->shape->n_classes;
  DeidClassMap *map = &input->map;

  map->n_classes = n_classes;
  map->width = n_classes <= G_MAXUINT16 ? 2 : 4;
  map->ids = g_malloc (input->rows.n * map->width);
  for (guint64 row = 0; row < input->rows.n; row++)
    set_number (map->ids, map->width, row,
                deid_random_below (random, REMOVED_EVERY) == 0 ? n_classes
                                                               : draw (random, n_classes));
  make_codes (&input->codes[0], input->shape->width, input->shape->fan_out, input->rows.n, random);
  input->step = (DeidStep){ .parts = input->codes[0],
                            .mask = G_MAXUINT32,
                            .fan_out = input->shape->fan_out };
}

static void
input_init (Input *input, const Case *shape, guint64 n_rows)
{
  const guint n_columns = MAX (1, shape->n_attributes);
  DeidRandom random = { SEED };

  *input = (Input){ .shape = shape,
                    .rows = { .n = n_rows,
                              .n_attributes = shape->n_attributes,
                              .codes = g_new0 (const DeidCodes *, n_columns) },
                    .codes = g_new0 (DeidCodes, n_columns),
                    .recodings = g_new0 (DeidRecoding, n_columns),
                    .recodings_of_attributes = g_new0 (const DeidRecoding *, n_columns),
                    .columns = g_new0 (const void *, n_columns),
                    .out = g_new0 (guint32, n_rows) };
  input->removed_rows = g_new (guint32, n_rows);
  if (!deid_cells_init (&input->cells, n_rows, NULL)
      || !deid_row_set_init (&input->removed, n_rows, NULL))
    g_error ("no memory");
  if (shape->kernel == KERNEL_GROUP)
    make_attributes (input, &random);
  else
    make_map (input, &random);
}

static void
input_clear (Input *input)
{
  for (guint i = 0; i < MAX (1, input->shape->n_attributes); i++)
    {
      g_free (input->codes[i].data);
      g_free (input->recodings[i].labels);
    }
  g_free (input->rows.codes);
  g_free (input->codes);
  g_free (input->recodings);
  g_free (input->recodings_of_attributes);
  g_free (input->columns);
  g_free (input->out);
  g_free (input->removed_rows);
  deid_row_set_clear (&input->removed);
  deid_class_map_clear (&input->map);
  deid_class_map_clear (&input->written);
  deid_grouping_clear (&input->grouping);
  deid_cells_clear (&input->cells);
}

static void
run_kernel (gpointer data)
{
  Input *input = data;
  const DeidStep *const step = &input->step;
  gboolean done = FALSE;
  DeidRemovedRows removed = { &input->removed, input->removed_rows, 0 };

  switch (input->shape->kernel)
    {
    case KERNEL_GROUP:
      done = deid_grouping_run (&input->grouping, &input->rows, input->recodings_of_attributes,
                                &no_stop, NULL);
      break;
    case KERNEL_SPLIT:
      done = deid_cells_split (&input->cells, &input->map, &step, 1, &input->rows, &no_stop, NULL);
      break;
    case KERNEL_WRITE:
      deid_row_set_empty (&input->removed);
      done = deid_cells_write (&input->cells, input->n_written, input->rows.n, &input->written,
                               &removed, NULL);
      break;
    }
  if (!done)
    g_error ("no memory");
}

static void
run_yardstick (gpointer data)
{
  Input *input = data;

  switch (input->shape->kernel)
    {
    case KERNEL_GROUP:
      yardstick_group (input->columns, input->shape->n_attributes, input->shape->width, input->out,
                       input->rows.n);
      break;
    case KERNEL_SPLIT:
      yardstick_split (input->map.ids, input->map.width, input->codes[0].data, input->shape->width,
                       input->out, input->rows.n);
      break;
    case KERNEL_WRITE:
      yardstick_write (input->cells.cell_of_row, input->out, input->written.width, input->rows.n);
      break;
    }
}

/* Splits the map and decides which cells become classes. */
static void
prepare_write (Input *input)
{
  const DeidStep *const step = &input->step;
  DeidCells *cells = &input->cells;

  if (!deid_cells_split (cells, &input->map, &step, 1, &input->rows, &no_stop, NULL))
    g_error ("no memory");
  for (guint32 cell = 0; cell < cells->n_cells; cell++)
    cells->class_of_cell[cell]
        = cells->records[cell] >= MIN_RECORDS ? input->n_written++ : DEID_NO_CLASS;
}

static guint32
get_made (const Input *input, guint64 row)
{
  switch (input->shape->kernel)
    {
    case KERNEL_GROUP:
      return input->grouping.class_of_row[row];
    case KERNEL_SPLIT:
      return MIN (deid_cells_get (&input->cells, row), input->cells.n_cells);
    default:
      return deid_class_map_get (&input->written, row);
    }
}

static void
describe_made (const Input *input, Timing *timing)
{
  switch (input->shape->kernel)
    {
    case KERNEL_GROUP:
      timing->n_made = input->grouping.n_classes;
      timing->out_width = 4;
      break;
    case KERNEL_SPLIT:
      timing->n_made = input->cells.n_cells;
      timing->in_width = input->map.width;
      timing->out_width = input->cells.width;
      break;
    case KERNEL_WRITE:
      timing->n_made = input->written.n_classes;
      timing->in_width = input->cells.width;
      timing->out_width = input->written.width;
      break;
    }
  for (guint64 row = 0; row < input->rows.n; row++)
    timing->checksum
        = (timing->checksum + get_made (input, row)) * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);
}

Timing
time_case (const Case *shape, guint64 n_rows, guint n_samples, double seconds)
{
  Timing timing = { .n_rows = n_rows, .shape = shape };
  g_autofree double *kernel = g_new (double, n_samples);
  g_autofree double *yardstick = g_new (double, n_samples);
  g_autofree double *ratio = g_new (double, n_samples);
  const double ns = 1e9 / (double) n_rows;
  guint64 n_kernel, n_yardstick;
  Input input;

  input_init (&input, shape, n_rows);
  if (shape->kernel == KERNEL_WRITE)
    prepare_write (&input);
  n_kernel = count_repetitions (run_kernel, &input, seconds);
  n_yardstick = count_repetitions (run_yardstick, &input, seconds);
  for (guint i = 0; i < n_samples; i++)
    {
      yardstick[i] = ns * time_pass (run_yardstick, &input, n_yardstick);
      kernel[i] = ns * time_pass (run_kernel, &input, n_kernel);
      ratio[i] = kernel[i] / yardstick[i];
    }
  describe_made (&input, &timing);
  timing.kernel = spread_of (kernel, n_samples);
  timing.yardstick = spread_of (yardstick, n_samples);
  timing.ratio = spread_of (ratio, n_samples);
  input_clear (&input);
  return timing;
}
