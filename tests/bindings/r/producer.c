/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A stream of Arrow as the package nanoarrow hands it out: an external pointer to a stream of one
 * array with the columns `age`, integers with a null, and `town`, texts. It reads streams, too. */
#include <R.h>
#include <Rinternals.h>
#include <deid/deid.h>
#include <stdlib.h>
#include <string.h>

static const int ages[] = { 31, 34, 0, 47 };
static const unsigned char validity[] = { 0x0b };
static const int offsets[] = { 0, 1, 2, 3, 5 };
static const char towns[] = "aabcd";
static const void *age_buffers[] = { validity, ages }, *town_buffers[] = { NULL, offsets, towns },
                  *table_buffers[] = { NULL };
static struct ArrowSchema age_schema, town_schema, *schemas[] = { &age_schema, &town_schema };
static struct ArrowArray age_array, town_array, *arrays[] = { &age_array, &town_array };
static int n_released;

static void
release_schema (struct ArrowSchema *schema)
{
  schema->release = NULL;
}

static void
release_array (struct ArrowArray *array)
{
  array->release = NULL;
}

static void
release_stream (struct ArrowArrayStream *stream)
{
  stream->release = NULL;
  n_released++;
}

static int
get_schema (struct ArrowArrayStream *stream, struct ArrowSchema *schema)
{
  age_schema
      = (struct ArrowSchema){ .format = "i", .name = "age", .flags = 2, .release = release_schema };
  town_schema = (struct ArrowSchema){
    .format = "u", .name = "town", .flags = 2, .release = release_schema
  };
  *schema = (struct ArrowSchema){
    .format = "+s", .name = "", .n_children = 2, .children = schemas, .release = release_schema
  };
  return 0;
}

static int
get_next (struct ArrowArrayStream *stream, struct ArrowArray *array)
{
  memset (array, 0, sizeof *array);
  if (stream->private_data != NULL)
    return 0;
  stream->private_data = stream;
  age_array = (struct ArrowArray){
    .length = 4, .null_count = 1, .n_buffers = 2, .buffers = age_buffers, .release = release_array
  };
  town_array = (struct ArrowArray){
    .length = 4, .n_buffers = 3, .buffers = town_buffers, .release = release_array
  };
  *array = (struct ArrowArray){ .length = 4,
                                .n_buffers = 1,
                                .n_children = 2,
                                .buffers = table_buffers,
                                .children = arrays,
                                .release = release_array };
  return 0;
}

SEXP
make_stream (void)
{
  struct ArrowArrayStream *stream = calloc (1, sizeof *stream);

  stream->get_schema = get_schema;
  stream->get_next = get_next;
  stream->release = release_stream;
  return R_MakeExternalPtr (stream, R_NilValue, R_NilValue);
}

SEXP
allocate_stream (void)
{
  return R_MakeExternalPtr (calloc (1, sizeof (struct ArrowArrayStream)), R_NilValue, R_NilValue);
}

SEXP
count_released (void)
{
  return ScalarInteger (n_released);
}

/* The number of rows of a stream, which is released. */
SEXP
count_rows (SEXP handle)
{
  struct ArrowArrayStream *stream = R_ExternalPtrAddr (handle);
  struct ArrowArray array;
  double n = 0;

  while (stream->get_next (stream, &array) == 0 && array.release != NULL)
    {
      n += array.length;
      array.release (&array);
    }
  stream->release (stream);
  return ScalarReal (n);
}
