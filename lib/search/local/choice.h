/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/pool.h"

/* A cluster that was changed, or made. */
typedef struct
{
  guint32 number;
  gboolean was;     /* there was one of this number; @old says what it was */
  gboolean is_kept; /* it has the nodes that it had, and is one without those that moved */
  guint32 n_staying;
  guint32 back; /* the number of the cluster that takes what goes back, or DEID_LOCAL_NONE */
} DeidLocalChanged;

/* What was done to clusters since some moment, so that it can be undone where it was for the worse.
 * The clusters before and after are nodes of a graph, joined where they share a record: each
 * connected part of it holds the same records before and after, so that it can be as it was or as
 * it is whatever the others are (as partition crossover does with tours: Whitley, Hains, Howe:
 * Tunneling between Optima, GECCO 2009). Clusters that keep their nodes and enough of their records
 * do not join parts. */
typedef struct
{
  DeidLocalClusters *clusters;
  guint32 least; /* records that make a cluster pass, or %G_MAXUINT32 if their number does not */
  guint32
      *origins;   /* of each record, its cluster at the start if it was noted, or DEID_LOCAL_NONE */
  guint32 *moved; /* records that were noted */
  guint32 n_moved;
  guint32 *places; /* of each cluster, where it is among those that were changed */
  DeidLocalChanged *changed;
  guint32 n_changed;
  gchar *old;       /* of each that was changed, what it was */
  guint32 *parents; /* a forest of clusters before, at even places, and after, at odd ones */
  gint64 *rises;    /* of the cost, by root */
} DeidLocalChoice;

/* On failure it may be cleared. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_local_choice_init (DeidLocalChoice *choice, DeidLocalClusters *clusters,
                                 guint32 least, GError **error);
void deid_local_choice_clear (DeidLocalChoice *choice);

/* Forgets what was noted: this is the moment from which on changes are. Complexity: O(what was
 * noted). */
void deid_local_choice_start (DeidLocalChoice *choice);

/* Notes a cluster before it changes or is closed. */
void deid_local_choice_note_cluster (DeidLocalChoice *choice, guint32 number);

/* Notes a cluster that was just made. */
void deid_local_choice_note_new (DeidLocalChoice *choice, guint32 number);

/* Notes a record before it moves, and the cluster that it leaves. */
void deid_local_choice_note_record (DeidLocalChoice *choice, guint32 record, guint32 cluster);

/* Notes what the drafts of a pool change, and makes the clusters what they say. */
void deid_local_choice_commit (DeidLocalChoice *choice, DeidLocalPool *pool);

/* Undoes what made the cost rise. @changed then tells of the clusters; those which are still there
 * may have changed once more, and others may have been opened, whose numbers are in @back.
 * Complexity: O(what was noted x attributes). */
void deid_local_choice_end (DeidLocalChoice *choice);
