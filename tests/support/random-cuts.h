/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Random problems over small lattices of which some attribute has cuts: values that no record has,
 * missing values that an order or a hierarchy mentions or not, nodes of one child, levels that are
 * forbidden, weights of records, attributes and groups, persons, a population, models of all
 * closures and limits of all kinds. They are built by the library; what policies make of them is
 * left to who uses them. */

/* @max_policies is the greatest size of the lattice. Which objective it is follows from @rand
 * unless @quality names it. */
DeidProblem *make_random_cuts (GRand *rand, double max_policies, const char *quality);

/* The same with limits of the blocks of columns, which follow from @limits; some policy keeps them
 * all. */
DeidProblem *make_limited_cuts (GRand *rand, GRand *limits, double max_policies,
                                const char *quality);

/* Rows of so many records, about @scale each, that the squares of classes may differ by less than
 * doubles do. */
DeidProblem *make_weighed_cuts (GRand *rand, gint64 scale, const char *quality);

/* Returns: a problem in words, to be freed with g_free(). */
char *describe_random_cuts (DeidProblem *problem);
