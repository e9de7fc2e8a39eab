/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Draws a table with the columns of the release of HarvardX and MITx (Harvard Dataverse,
 * doi:10.7910/DVN/26147) that the study is about: a row for each course that a person registered
 * for, with the columns person, course, courses (all courses of the person), education, born,
 * gender, country, posts (in the forum), grade, viewed, explored and certified. As there, there are
 * 16 courses, and a person registers for 1.35 of them on average. One who views a course may
 * explore it, and one who explores it may be certified. More are certified than there, so that what
 * becomes of their share is seen.
 *
 * If @is_tied, the active post more than others and have better grades. Otherwise there are as many
 * posts, but they tell nothing of grades. The same arguments give the same table on every machine.
 *
 * Returns: (transfer full): the table as CSV. */
char *course_table_make (guint n_rows, gboolean is_tied);
