/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Values of Arrow arrays as texts; each is a #DeidArrowWriteFunc. */
#pragma once

#include "table/arrow-type.h"

gboolean deid_arrow_write_integer (const DeidArrowType *type, const guint8 *bytes,
                                   char text[DEID_ARROW_TEXT_SIZE], GError **error);
gboolean deid_arrow_write_half (const DeidArrowType *type, const guint8 *bytes,
                                char text[DEID_ARROW_TEXT_SIZE], GError **error);
gboolean deid_arrow_write_float (const DeidArrowType *type, const guint8 *bytes,
                                 char text[DEID_ARROW_TEXT_SIZE], GError **error);
gboolean deid_arrow_write_double (const DeidArrowType *type, const guint8 *bytes,
                                  char text[DEID_ARROW_TEXT_SIZE], GError **error);
gboolean deid_arrow_write_decimal (const DeidArrowType *type, const guint8 *bytes,
                                   char text[DEID_ARROW_TEXT_SIZE], GError **error);
gboolean deid_arrow_write_date (const DeidArrowType *type, const guint8 *bytes,
                                char text[DEID_ARROW_TEXT_SIZE], GError **error);
gboolean deid_arrow_write_time (const DeidArrowType *type, const guint8 *bytes,
                                char text[DEID_ARROW_TEXT_SIZE], GError **error);
gboolean deid_arrow_write_timestamp (const DeidArrowType *type, const guint8 *bytes,
                                     char text[DEID_ARROW_TEXT_SIZE], GError **error);
