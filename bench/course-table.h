/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Draws a table as course platforms have it: a row for each course that a person registered for,
 * with the columns person, course, courses (all courses of the person), education, born, gender,
 * country, posts (in the forum), grade, viewed, explored and certified. One who views a course may
 * explore it, and one who explores it may be certified; the active post more than others and have
 * better grades. The same @n_rows give the same table on every machine.
 *
 * Returns: (transfer full): the table as CSV. */
char *course_table_make (guint n_rows);
