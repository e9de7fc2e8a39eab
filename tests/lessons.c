/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Runs all lessons, each a case of one suite. */
#include "support/lesson.h"

#define LESSON_OF(name) TCase *lesson_##name (void);
#include "lesson-list.h"
#undef LESSON_OF

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("lessons");

#define LESSON_OF(name) suite_add_tcase (suite, lesson_##name ());
#include "lesson-list.h"
#undef LESSON_OF
  return suite;
}
