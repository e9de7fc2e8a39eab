/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The options that state a lattice. */
#include "lattice-options.h"

#include "settings.h"

static gboolean opt_exact_ends;
static char *opt_hierarchies, *opt_qi, *opt_lattice, *opt_recoding;
static char **opt_kept_apart, **opt_kept_together, **opt_max_blocks;

const GOptionEntry quasi_identifier_entries[]
    = { { "qi", 0, 0, G_OPTION_ARG_STRING, &opt_qi,
          "quasi-identifiers, beside those of a problem file", "A,B,…" },
        { "hierarchies", 0, 0, G_OPTION_ARG_FILENAME, &opt_hierarchies,
          "hierarchy files are PREFIX + column + .csv, for each quasi-identifier that has no rule "
          "or file of its own",
          "PREFIX" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

const GOptionEntry lattice_entries[] = {
  { "lattice", 0, 0, G_OPTION_ARG_STRING, &opt_lattice,
    "what policies choose from: levels of hierarchies; cuts between neighbours, which are leaves "
    "of hierarchies or, without these, numbers or texts in order; or subtrees of hierarchies "
    "(levels)",
    "levels|cuts|subtrees" },
  { "recoding", 0, 0, G_OPTION_ARG_STRING, &opt_recoding,
    "global; local: each class of records has labels of its own; or cells: each cell of a "
    "quasi-identifier is kept or suppressed, without hierarchies (that of the search)",
    "global|local|cells" },
  { "exact-ends", 0, 0, G_OPTION_ARG_NONE, &opt_exact_ends,
    "label merged numbers by the least and the greatest of them, where no hierarchy lists them",
    NULL },
  { "keep-apart", 0, 0, G_OPTION_ARG_STRING_ARRAY, &opt_kept_apart,
    "never merge a value of a column with cuts with those in front of it, such as age=18; of "
    "subtrees, what is below a label with other values; may be given several times",
    "COLUMN=VALUE" },
  { "keep-together", 0, 0, G_OPTION_ARG_STRING_ARRAY, &opt_kept_together,
    "always merge values of a column with cuts, such as age=80..99; of subtrees, what is below "
    "one label or two; may be given several times",
    "COLUMN=FIRST..LAST" },
  { "max-blocks", 0, 0, G_OPTION_ARG_STRING_ARRAY, &opt_max_blocks,
    "release a column with cuts or subtrees with so many labels at most, such as age=8; may be "
    "given several times",
    "COLUMN=N" },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

const Setting lattice_settings[]
    = { { "--hierarchies", &opt_hierarchies, NULL, "lattice", "hierarchies" },
        { "--lattice", &opt_lattice, NULL, "lattice", "generalize-by" },
        { "--recoding", &opt_recoding, NULL, "search", "recoding" },
        { "--exact-ends", NULL, &opt_exact_ends, "lattice", "exact-ends" },
        { NULL, NULL, NULL, NULL, NULL } };

const RoleSetting quasi_identifier_role = { "--qi", &opt_qi, "quasi-identifying" };

gboolean
set_lattice_options (GError **error)
{
  return set_column_lists ("--keep-apart", opt_kept_apart, "keep-apart", "COLUMN=VALUE", error)
         && set_column_lists ("--keep-together", opt_kept_together, "keep-together",
                              "COLUMN=FIRST..LAST", error)
         && set_column_keys ("--max-blocks", opt_max_blocks, "max-blocks", NULL, error);
}
