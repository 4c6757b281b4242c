import type { Command } from 'commander';
import { time } from './input.ts';
import { progress, show } from './output.ts';
import { publish, takeDown, validate } from './publish.ts';
import { clientOf } from './sign-in.ts';
import { CommandError } from './surroundings.ts';
import type { Surroundings } from './surroundings.ts';

interface PublishOptions {
  wait: boolean;
  from?: string;
  until?: string;
}

/** Adds the commands on a property and a target, which need only their ids. */
export function addPublishing(estate: Command, around: Surroundings): void {
  estate
    .command('publish <property> <target>')
    .description('publish a property on a target and wait until it is published; both arguments are ids')
    .option('--from <time>', 'plan the publication for this time, such as 2027-03-01T08:00:00+01:00', time)
    .option('--until <time>', 'plan the end of the publication', time)
    .option('--no-wait', 'do not wait until it is published')
    .action(async (propertyId: string, targetId: string, { wait, from, until }: PublishOptions) => {
      const times = {
        ...(from !== undefined && { publishFrom: from }),
        ...(until !== undefined && { publishUntil: until }),
      };
      const watch = { signal: around.signal, report: progress(around) };
      show(around, await publish(clientOf(around), { propertyId, targetId, wait, ...times }, watch));
    });
  estate
    .command('take-down <property> <target>')
    .description('take a property down from a target, and print the deleted listing; both arguments are ids')
    .action(async (propertyId: string, targetId: string) => {
      show(around, await takeDown(clientOf(around), { propertyId, targetId }, around.signal));
    });
  estate
    .command('validate <property> <target>')
    .description('check whether a property can be published on a target; both arguments are ids')
    .action(async (propertyId: string, targetId: string) => {
      const result = await validate(clientOf(around), { propertyId, targetId }, around.signal);
      show(around, result);
      if (!result.publishable) throw new CommandError('The property cannot be published on the target.');
    });
}
