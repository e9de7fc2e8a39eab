/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/class.h"
#include "classes/grouping.h"

/* Reads what models ask of a class beyond its size: distinct persons and the distributions of
 * sensitive attributes. All of it comes from one grouping, whose rows are put in the order of
 * their classes once. */
typedef struct
{
  const DeidRows *rows;
  const DeidCodes *entities; /* or NULL */
  guint32 n_entities;        /* codes of that column */
  guint n_sensitive;
  const DeidCodes *const *sensitive;
  DeidDistribution *distributions;

  guint64 **counts; /* for each sensitive attribute, of each of its codes; all 0 between classes */
  guint32 *entity_class; /* for each entity the last class + 1 it was seen in */
  guint64 *starts;       /* for each class where its rows begin in @order */
  guint64 starts_capacity;
  guint32 *order;
} DeidClassReader;

/* @n_codes are the numbers of codes of the sensitive columns. */
gboolean deid_class_reader_init (DeidClassReader *reader, const DeidRows *rows,
                                 const DeidCodes *entities, guint32 n_entities,
                                 const DeidCodes *const *sensitive, const guint32 *n_codes,
                                 guint n_sensitive, GError **error);
void deid_class_reader_clear (DeidClassReader *reader);

/* Orders the rows by class; to be called after each grouping. */
gboolean deid_class_reader_start (DeidClassReader *reader, const DeidGrouping *grouping,
                                  const DeidStop *stop, GError **error);

/* Fills in what is known of a class, which may be read once after each start; the distributions are
 * valid until the next call. */
void deid_class_reader_read (DeidClassReader *reader, const DeidGrouping *grouping, guint32 number,
                             DeidClass *read);
