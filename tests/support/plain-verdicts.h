/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/plain-model.h"

/* The functions of plain_models, named after its members: they draw parameters, aim at equality and
 * judge a class. */
void plain_draw_closeness (PlainParameters *parameters, GRand *rand);
void plain_draw_recursive (PlainParameters *parameters, GRand *rand);
void plain_draw_known (PlainParameters *parameters, GRand *rand);
void plain_draw_beta (PlainParameters *parameters, GRand *rand);
void plain_draw_delta (PlainParameters *parameters, GRand *rand);
void plain_draw_alpha (PlainParameters *parameters, GRand *rand);
void plain_draw_grassberger (PlainParameters *parameters, GRand *rand);
void plain_draw_cost (PlainParameters *parameters, GRand *rand);
void plain_draw_payout (PlainParameters *parameters, GRand *rand);

gboolean plain_aim_recursive (PlainParameters *parameters, const PlainDistribution *judged,
                              GRand *rand);
gboolean plain_aim_beta (PlainParameters *parameters, const PlainDistribution *judged, GRand *rand);
gboolean plain_aim_delta (PlainParameters *parameters, const PlainDistribution *judged,
                          GRand *rand);
gboolean plain_aim_alpha (PlainParameters *parameters, const PlainDistribution *judged,
                          GRand *rand);
gboolean plain_aim_cost (PlainParameters *parameters, const PlainDistribution *judged, GRand *rand);
gboolean plain_aim_payout (PlainParameters *parameters, const PlainDistribution *judged,
                           GRand *rand);
gboolean plain_aim_equal (PlainParameters *parameters, const PlainDistribution *judged,
                          GRand *rand);
gboolean plain_aim_ordered (PlainParameters *parameters, const PlainDistribution *judged,
                            GRand *rand);
gboolean plain_aim_hierarchical (PlainParameters *parameters, const PlainDistribution *judged,
                                 GRand *rand);

int plain_judge_recursive (const PlainDistribution *judged, const PlainParameters *parameters);
int plain_judge_known (const PlainDistribution *judged, const PlainParameters *parameters);
int plain_judge_beta (const PlainDistribution *judged, const PlainParameters *parameters);
int plain_judge_enhanced_beta (const PlainDistribution *judged, const PlainParameters *parameters);
int plain_judge_delta_present (const PlainDistribution *judged, const PlainParameters *parameters);
int plain_judge_delta_all (const PlainDistribution *judged, const PlainParameters *parameters);
int plain_judge_alpha (const PlainDistribution *judged, const PlainParameters *parameters);
int plain_judge_grassberger (const PlainDistribution *judged, const PlainParameters *parameters);
int plain_judge_attack (const PlainDistribution *judged, const PlainParameters *parameters);
int plain_judge_payout (const PlainDistribution *judged, const PlainParameters *parameters);
int plain_judge_equal (const PlainDistribution *judged, const PlainParameters *parameters);
int plain_judge_ordered (const PlainDistribution *judged, const PlainParameters *parameters);
int plain_judge_hierarchical (const PlainDistribution *judged, const PlainParameters *parameters);
