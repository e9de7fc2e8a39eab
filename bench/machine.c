/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>

Machine
describe_machine (void)
{
  Machine machine = { .cpu = "unknown", .n_cores = g_get_num_processors (), .build = BUILD };
  FILE *file = fopen ("/proc/cpuinfo", "r");
  char line[256];

  while (file != NULL && fgets (line, sizeof line, file) != NULL)
    if (sscanf (line, "model name : %127[^\n]", machine.cpu) == 1)
      break;
  if (file != NULL)
    fclose (file);
  if (getloadavg (&machine.load, 1) != 1)
    machine.load = 0;
  return machine;
}

void
print_machine (const Machine *machine)
{
  g_print ("%s, %u cores, load %.1f; %s\n\n", machine->cpu, machine->n_cores, machine->load,
           machine->build);
}

void
add_machine (JsonBuilder *builder, const Machine *machine)
{
  json_builder_set_member_name (builder, "machine");
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "cpu");
  json_builder_add_string_value (builder, machine->cpu);
  json_builder_set_member_name (builder, "cores");
  json_builder_add_int_value (builder, machine->n_cores);
  json_builder_set_member_name (builder, "load");
  json_builder_add_double_value (builder, machine->load);
  json_builder_set_member_name (builder, "build");
  json_builder_add_string_value (builder, machine->build);
  json_builder_end_object (builder);
}

char *
write_json (JsonBuilder *builder)
{
  JsonGenerator *generator = json_generator_new ();
  JsonNode *root = json_builder_get_root (builder);
  char *text;

  json_generator_set_root (generator, root);
  json_generator_set_pretty (generator, TRUE);
  text = json_generator_to_data (generator, NULL);
  json_node_free (root);
  g_object_unref (generator);
  g_object_unref (builder);
  return text;
}

void
print_json (JsonBuilder *builder)
{
  g_autofree char *text = write_json (builder);

  g_print ("%s\n", text);
}

void
add_spread (JsonBuilder *builder, const char *name, const Spread *spread)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "min");
  json_builder_add_double_value (builder, spread->min);
  json_builder_set_member_name (builder, "median");
  json_builder_add_double_value (builder, spread->median);
  json_builder_set_member_name (builder, "max");
  json_builder_add_double_value (builder, spread->max);
  json_builder_end_object (builder);
}
