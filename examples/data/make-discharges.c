/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* make-discharges: write a synthetic hospital discharge table, and the generalization hierarchies
 * of its columns.
 *
 * Nobody in the table exists.  The files depend on the row count and the seed alone: all draws are
 * in integers and their order is always specified, so every platform writes the same bytes. */

#include <glib.h>
#include <locale.h>

/* The tables.  A weight is relative to the other weights of the same draw, and a band reaches
 * up to the start of the next. */

#define FIRST_RECORD_NUMBER  1000000
#define N_RECORD_NUMBERS     9000000
#define RECORD_NUMBER_STRIDE 7368787 /* coprime to N_RECORD_NUMBERS */

static const char *const sexes[] = { "female", "male" };
#define N_SEXES G_N_ELEMENTS (sexes)

static const guint sex_weights[N_SEXES] = { 53, 47 };

#define N_AGES 100
static const guint age_bands[]
    = { 0, 1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95, N_AGES };
#define N_AGE_BANDS (G_N_ELEMENTS (age_bands) - 1)

static const guint age_weights[N_SEXES][N_AGE_BANDS] = {
  { 50, 18, 12, 12, 22, 36, 60, 66, 46, 34, 34, 40, 44, 48, 54, 62, 74, 82, 62, 32, 10 },
  { 60, 24, 15, 14, 18, 20, 22, 26, 28, 32, 40, 52, 62, 70, 74, 78, 80, 76, 44, 16, 3 },
};

/* Invented areas of ten codes each, by the first four digits.  No place in Germany has a code
 * in 00, 05 or 43; elsewhere a code may be in use, which then is a coincidence. */
static const char *const zip_areas[] = { "0010", "0011", "0012", "0047", "0048", "0521",
                                         "0522", "0576", "4312", "4313", "4365", "4390" };
#define N_ZIP_AREAS G_N_ELEMENTS (zip_areas)

static const guint zip_area_weights[N_ZIP_AREAS]
    = { 140, 115, 80, 32, 20, 90, 60, 12, 75, 48, 18, 34 };
static const guint zip_digit_weights[10] = { 42, 18, 100, 27, 11, 72, 34, 22, 54, 14 };

/* The stages of life that insurance and diagnosis depend on. */
static const guint stage_bands[] = { 0, 1, 15, 45, 65, 80, N_AGES };
#define N_STAGES (G_N_ELEMENTS (stage_bands) - 1)

/* Names and groups. */
static const char *const insurances[][2] = {
  { "statutory", "public" }, { "family", "public" },         { "pensioner", "public" },
  { "private", "private" },  { "civil-servant", "private" }, { "self-pay", "none" },
};
#define N_INSURANCES G_N_ELEMENTS (insurances)

static const guint insurance_weights[N_STAGES][N_INSURANCES] = {
  { 0, 850, 0, 90, 40, 20 },     /* from 0 years */
  { 0, 850, 0, 90, 40, 20 },     /* from 1 */
  { 700, 100, 10, 105, 45, 40 }, /* from 15 */
  { 740, 30, 60, 110, 50, 10 },  /* from 45 */
  { 110, 10, 720, 100, 50, 10 }, /* from 65 */
  { 25, 5, 815, 100, 50, 5 },    /* from 80 */
};

#define INSURANCE_MISSING 10 /* in 1000 rows */

/* One, two, three or four draws of an admission for a person. */
static const guint n_draws_weights[] = { 845, 115, 30, 10 };

#define N_DAYS 365
static const guint month_bands[]
    = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, N_DAYS };
static const guint month_weights[] = { 110, 106, 103, 98, 99, 97, 94, 92, 98, 101, 105, 100 };

/* From Sunday, the first day of 2023. */
static const guint weekday_weights[] = { 60, 125, 118, 112, 110, 95, 55 };

typedef struct
{
  const char *code;       /* in ICD-10 */
  const char *chapter;    /* of ICD-10 */
  guint stay;             /* median, in tenths of a day */
  guint base;             /* charge for the case */
  guint per_day;          /* charge for a day */
  guint readmission;      /* factor of the weight at a readmission */
  guint sexes[N_SEXES];   /* factor of the weight for a sex */
  guint stages[N_STAGES]; /* weight in a stage of life */
} Diagnosis;

static const Diagnosis diagnoses[] = {
  { "A09", "A00-B99", 25, 900, 420, 1, { 5, 5 }, { 60, 65, 15, 10, 10, 15 } },
  { "A41", "A00-B99", 100, 3500, 1100, 1, { 5, 5 }, { 10, 5, 5, 15, 25, 35 } },
  { "C34", "C00-D48", 70, 3800, 800, 1, { 4, 6 }, { 0, 0, 2, 25, 25, 8 } },
  { "C50", "C00-D48", 35, 4200, 700, 1, { 10, 0 }, { 0, 0, 6, 35, 25, 12 } },
  { "C61", "C00-D48", 45, 5600, 700, 1, { 0, 10 }, { 0, 0, 0, 20, 30, 12 } },
  { "E11", "E00-E90", 70, 1200, 430, 1, { 5, 5 }, { 0, 0, 5, 22, 25, 22 } },
  { "F10", "F00-F99", 60, 700, 330, 1, { 3, 7 }, { 0, 0, 35, 30, 10, 2 } },
  { "F32", "F00-F99", 180, 900, 310, 1, { 6, 4 }, { 0, 0, 35, 25, 10, 5 } },
  { "I21", "I00-I99", 60, 7000, 900, 1, { 3, 7 }, { 0, 0, 3, 30, 32, 25 } },
  { "I50", "I00-I99", 85, 1800, 520, 1, { 5, 5 }, { 2, 1, 2, 20, 55, 105 } },
  { "I63", "I00-I99", 100, 3600, 760, 1, { 5, 5 }, { 1, 1, 3, 22, 42, 55 } },
  { "J18", "J00-J99", 65, 1600, 510, 1, { 5, 5 }, { 45, 55, 10, 18, 30, 50 } },
  { "J44", "J00-J99", 70, 1500, 460, 1, { 4, 6 }, { 0, 0, 0, 28, 38, 25 } },
  { "K35", "K00-K93", 30, 2600, 480, 0, { 5, 5 }, { 2, 60, 30, 10, 4, 2 } },
  { "K80", "K00-K93", 35, 2700, 480, 1, { 6, 4 }, { 0, 0, 20, 30, 22, 18 } },
  { "M16", "M00-M99", 70, 8600, 450, 1, { 6, 4 }, { 0, 0, 1, 25, 40, 15 } },
  { "M54", "M00-M99", 50, 1300, 380, 1, { 5, 5 }, { 0, 0, 25, 30, 20, 15 } },
  { "N39", "N00-N99", 45, 1100, 420, 1, { 7, 3 }, { 20, 15, 12, 10, 15, 30 } },
  { "O80", "O00-O99", 25, 1500, 480, 0, { 10, 0 }, { 0, 0, 115, 0, 0, 0 } },
  { "O82", "O00-O99", 40, 2800, 560, 0, { 10, 0 }, { 0, 0, 50, 0, 0, 0 } },
  { "P07", "P00-P96", 150, 4000, 1350, 0, { 5, 5 }, { 75, 0, 0, 0, 0, 0 } },
  { "P59", "P00-P96", 30, 900, 450, 0, { 5, 5 }, { 125, 0, 0, 0, 0, 0 } },
  { "S06", "S00-T98", 16, 700, 640, 1, { 4, 6 }, { 30, 85, 30, 15, 15, 22 } },
  { "S72", "S00-T98", 120, 7800, 560, 1, { 6, 4 }, { 1, 20, 5, 10, 22, 65 } },
};
#define N_DIAGNOSES G_N_ELEMENTS (diagnoses)

/* Length of stay in percent of the median, at each 5 percent of the cases: about log-normal,
 * with a bounded tail. */
static const guint stay_quantiles[] = { 20,  34,  44,  51,  58,  64,  71,  78,  85,  92, 100,
                                        108, 118, 129, 141, 155, 173, 196, 230, 291, 480 };

#define MAX_STAY 60
static const guint stay_bands[] = { 0, 2, 5, 8, 15, 22, 31, MAX_STAY + 1 };
static const guint stay_wide_bands[] = { 0, 8, 22, MAX_STAY + 1 };

#define CHARGE_STEP 500
#define MAX_CHARGE  50500

/* Drawing.  The generator is splitmix64. */

static guint64
rng_next (guint64 *rng)
{
  guint64 z = *rng += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static guint
rng_below (guint64 *rng, guint bound)
{
  return (guint) (((rng_next (rng) >> 32) * bound) >> 32);
}

/* Draws an index into WEIGHTS, which must not all be zero. */
static guint
rng_pick (guint64 *rng, const guint *weights, guint n_weights)
{
  guint total = 0;
  guint picked = 0;
  guint left;

  for (guint i = 0; i < n_weights; i++)
    total += weights[i];

  left = rng_below (rng, total);
  while (left >= weights[picked])
    left -= weights[picked++];

  return picked;
}

/* Returns the index of the band that VALUE is in. */
static guint
find_band (const guint *bands, guint value)
{
  guint band = 0;

  while (bands[band + 1] <= value)
    band++;

  return band;
}

typedef struct
{
  guint record_number;
  guint sex;
  guint age; /* at the first admission of the year */
  guint zip; /* ten times the area, plus the last digit */
  guint insurance;
} Person;

typedef struct
{
  Person person;
  guint admission; /* day of the year, from 0 */
  gboolean insurance_missing;
  const Diagnosis *diagnosis;
  guint stay;
  guint charge;
} Discharge;

static guint
draw_age (guint64 *rng, guint sex)
{
  guint band = rng_pick (rng, age_weights[sex], N_AGE_BANDS);
  guint width = age_bands[band + 1] - age_bands[band];

  return age_bands[band] + rng_below (rng, width);
}

static Person
draw_person (guint64 *rng, guint record_number)
{
  Person person = { .record_number = record_number };
  guint stage;

  person.sex = rng_pick (rng, sex_weights, N_SEXES);
  person.age = draw_age (rng, person.sex);
  person.zip = 10 * rng_pick (rng, zip_area_weights, N_ZIP_AREAS);
  person.zip += rng_pick (rng, zip_digit_weights, 10);
  stage = find_band (stage_bands, person.age);
  person.insurance = rng_pick (rng, insurance_weights[stage], N_INSURANCES);

  return person;
}

static guint
draw_admission (guint64 *rng)
{
  guint weights[N_DAYS];

  for (guint day = 0; day < N_DAYS; day++)
    weights[day] = weekday_weights[day % 7] * month_weights[find_band (month_bands, day)];

  return rng_pick (rng, weights, N_DAYS);
}

static const Diagnosis *
draw_diagnosis (guint64 *rng, const Person *person, gboolean readmission)
{
  guint weights[N_DIAGNOSES];
  guint stage = find_band (stage_bands, person->age);

  for (guint i = 0; i < N_DIAGNOSES; i++)
    {
      weights[i] = diagnoses[i].stages[stage] * diagnoses[i].sexes[person->sex];
      if (readmission)
        weights[i] *= diagnoses[i].readmission;
    }

  return &diagnoses[rng_pick (rng, weights, N_DIAGNOSES)];
}

/* Interpolates between the quantiles, in thousandths. */
static guint
draw_stay (guint64 *rng, const Diagnosis *diagnosis)
{
  guint point = rng_below (rng, 1000 * (G_N_ELEMENTS (stay_quantiles) - 1));
  guint part = point % 1000;
  const guint *quantile = &stay_quantiles[point / 1000];
  guint factor = quantile[0] * (1000 - part) + quantile[1] * part;
  guint stay = (diagnosis->stay * factor + 500000) / 1000000;

  return MIN (stay, MAX_STAY);
}

/* Draws the usual charge give or take 15 percent, rounded to a step. */
static guint
draw_charge (guint64 *rng, const Diagnosis *diagnosis, guint stay)
{
  guint usual = diagnosis->base + diagnosis->per_day * stay;
  guint charge = usual * (850 + rng_below (rng, 301)) / 1000;
  guint steps = (charge + CHARGE_STEP / 2) / CHARGE_STEP;

  return CLAMP (steps * CHARGE_STEP, CHARGE_STEP, MAX_CHARGE);
}

static Discharge
draw_discharge (guint64 *rng, const Person *person, gboolean readmission)
{
  Discharge discharge = { .person = *person };

  discharge.admission = draw_admission (rng);
  discharge.insurance_missing = rng_below (rng, 1000) < INSURANCE_MISSING;
  discharge.diagnosis = draw_diagnosis (rng, person, readmission);
  discharge.stay = draw_stay (rng, discharge.diagnosis);
  discharge.charge = draw_charge (rng, discharge.diagnosis, discharge.stay);

  return discharge;
}

/* Adds the year of PERSON, but no more than N_ROWS rows in all.  A draw that is not after the
 * discharge before it is dropped. */
static void
add_person (guint64 *rng, const Person *person, GArray *rows, guint n_rows)
{
  guint n_draws = 1 + rng_pick (rng, n_draws_weights, G_N_ELEMENTS (n_draws_weights));
  guint earliest = 0;

  for (guint i = 0; i < n_draws && rows->len < n_rows; i++)
    {
      Discharge discharge = draw_discharge (rng, person, i > 0);

      if (discharge.admission < earliest)
        continue;
      g_array_append_val (rows, discharge);
      earliest = discharge.admission + discharge.stay + 1;
    }
}

/* Orders by admission.  Nobody is admitted twice on one day. */
static gint
compare_discharges (gconstpointer a, gconstpointer b)
{
  const Discharge *x = a;
  const Discharge *y = b;

  if (x->admission != y->admission)
    return x->admission < y->admission ? -1 : 1;
  return (x->person.record_number > y->person.record_number)
         - (x->person.record_number < y->person.record_number);
}

static GArray *
draw_table (guint64 seed, guint n_rows)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Discharge));
  guint64 rng = seed;
  guint offset = rng_below (&rng, N_RECORD_NUMBERS);

  while (rows->len < n_rows)
    {
      Person person = draw_person (&rng, FIRST_RECORD_NUMBER + offset);

      add_person (&rng, &person, rows, n_rows);
      offset = (offset + RECORD_NUMBER_STRIDE) % N_RECORD_NUMBERS;
    }

  g_array_sort (rows, compare_discharges);
  return rows;
}

/* Formatting. */

static void
append_date (GString *text, guint day)
{
  guint month = find_band (month_bands, day);

  g_string_append_printf (text, "2023-%02u-%02u", month + 1, day - month_bands[month] + 1);
}

static void
append_discharge (GString *text, const Discharge *discharge)
{
  const Person *p = &discharge->person;
  const char *insurance = insurances[p->insurance][0];

  g_string_append_printf (text, "P%u;%u;%s;%s%u;", p->record_number, p->age, sexes[p->sex],
                          zip_areas[p->zip / 10], p->zip % 10);
  append_date (text, discharge->admission);
  g_string_append_printf (text, ";%s;%s;%u;%u\n", discharge->insurance_missing ? "" : insurance,
                          discharge->diagnosis->code, discharge->stay, discharge->charge);
}

static void
append_age_leaf (GString *text, guint age)
{
  static const guint widths[] = { 5, 10, 20 };

  g_string_append_printf (text, "%u", age);
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      guint first = age - age % widths[i];

      g_string_append_printf (text, ";%u-%u", first, first + widths[i] - 1);
    }
}

static void
append_sex_leaf (GString *text, guint sex)
{
  g_string_append (text, sexes[sex]);
}

static void
append_zip_leaf (GString *text, guint zip)
{
  const char *area = zip_areas[zip / 10];

  g_string_append_printf (text, "%s%u;%s*;%.3s**;%.2s***", area, zip % 10, area, area, area);
}

static void
append_admission_leaf (GString *text, guint day)
{
  guint month = find_band (month_bands, day);

  append_date (text, day);
  g_string_append_printf (text, ";2023-%02u;2023-Q%u", month + 1, month / 3 + 1);
}

static void
append_insurance_leaf (GString *text, guint insurance)
{
  g_string_append_printf (text, "%s;%s", insurances[insurance][0], insurances[insurance][1]);
}

static void
append_diagnosis_leaf (GString *text, guint diagnosis)
{
  g_string_append_printf (text, "%s;%s", diagnoses[diagnosis].code, diagnoses[diagnosis].chapter);
}

static void
append_stay_leaf (GString *text, guint stay)
{
  const guint *band = &stay_bands[find_band (stay_bands, stay)];
  const guint *wide = &stay_wide_bands[find_band (stay_wide_bands, stay)];

  g_string_append_printf (text, "%u;%u-%u;%u-%u", stay, band[0], band[1] - 1, wide[0], wide[1] - 1);
}

/* The functions append all levels of a leaf but the last. */
static const struct
{
  const char *file_name;
  guint n_leaves;
  void (*append_leaf) (GString *text, guint leaf);
} hierarchies[] = {
  { "hierarchy_age.csv", N_AGES, append_age_leaf },
  { "hierarchy_sex.csv", N_SEXES, append_sex_leaf },
  { "hierarchy_zip.csv", 10 * N_ZIP_AREAS, append_zip_leaf },
  { "hierarchy_admission.csv", N_DAYS, append_admission_leaf },
  { "hierarchy_insurance.csv", N_INSURANCES, append_insurance_leaf },
  { "hierarchy_diagnosis.csv", N_DIAGNOSES, append_diagnosis_leaf },
  { "hierarchy_stay.csv", MAX_STAY + 1, append_stay_leaf },
};

/* Writing. */

/* Writes TEXT to a file in DIRECTORY, and frees it. */
static gboolean
write_file (const char *directory, const char *name, GString *text, GError **error)
{
  char *path = g_build_filename (directory, name, NULL);
  gboolean written = g_file_set_contents (path, text->str, (gssize) text->len, error);

  g_string_free (text, TRUE);
  g_free (path);
  return written;
}

static gboolean
write_table (const char *directory, const GArray *rows, GError **error)
{
  GString *text = g_string_new ("patient;age;sex;zip;admission;insurance;diagnosis;stay;charge\n");

  for (guint i = 0; i < rows->len; i++)
    append_discharge (text, &g_array_index (rows, Discharge, i));

  return write_file (directory, "discharges.csv", text, error);
}

static gboolean
write_hierarchies (const char *directory, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (hierarchies); i++)
    {
      GString *text = g_string_new (NULL);

      for (guint leaf = 0; leaf < hierarchies[i].n_leaves; leaf++)
        {
          hierarchies[i].append_leaf (text, leaf);
          g_string_append (text, ";*\n");
        }
      if (!write_file (directory, hierarchies[i].file_name, text, error))
        return FALSE;
    }

  return TRUE;
}

/* The command line. */

static gint opt_rows = 5000;
static gint64 opt_seed = 2023;

static const GOptionEntry entries[] = {
  { "rows", 0, 0, G_OPTION_ARG_INT, &opt_rows, "Number of rows, default 5000", "N" },
  { "seed", 0, 0, G_OPTION_ARG_INT64, &opt_seed, "Seed of the draws, default 2023", "S" },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
};

/* On success, leaves the directory as the only argument. */
static gboolean
parse_arguments (int *argc, char ***argv, GError **error)
{
  GOptionContext *context = g_option_context_new ("DIRECTORY");
  gboolean parsed;

  g_option_context_add_main_entries (context, entries, NULL);
  parsed = g_option_context_parse (context, argc, argv, error);
  g_option_context_free (context);
  if (!parsed)
    return FALSE;

  if (opt_rows < 1 || opt_rows > N_RECORD_NUMBERS)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 "The number of rows must be from 1 to %d", N_RECORD_NUMBERS);
  else if (*argc != 2 || (*argv)[1][0] == '\0')
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                 "Exactly one directory must be given");
  else
    return TRUE;

  return FALSE;
}

int
main (int argc, char **argv)
{
  GError *error = NULL;

  setlocale (LC_ALL, "");
  if (parse_arguments (&argc, &argv, &error))
    {
      GArray *rows = draw_table ((guint64) opt_seed, (guint) opt_rows);

      if (write_table (argv[1], rows, &error))
        write_hierarchies (argv[1], &error);
      g_array_unref (rows);
    }

  if (error != NULL)
    {
      g_printerr ("make-discharges: %s\n", error->message);
      g_error_free (error);
      return 2;
    }
  return 0;
}
