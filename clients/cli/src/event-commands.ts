import { Argument } from 'commander';
import type { Command } from 'commander';
import type { EventName } from '@estate/client';
import { forwardUrl, listen, tail } from './listen.ts';
import { followLogs } from './logs.ts';
import { count } from './input.ts';
import { listOperation } from './call-operation.ts';
import { operationNamed } from './operations.ts';
import { showAll } from './output.ts';
import { localSigningKey } from './profile.ts';
import { DEFAULT_LIMIT, addParameters, valuesOf } from './resource-commands.ts';
import { clientOf, transportOf } from './sign-in.ts';
import { untilEnded } from './surroundings.ts';
import type { Surroundings } from './surroundings.ts';
import { TEST_EVENTS, trigger } from './trigger.ts';

/** Adds the commands about events of the account, and examples of them. */
export function addEventCommands(estate: Command, around: Surroundings): void {
  addEvents(estate, around);
  addLogs(estate, around);
  addTrigger(estate, around);
}

function addEvents(estate: Command, around: Surroundings): void {
  estate
    .command('events')
    .description('print events as they happen, or list those that have happened')
    .option('--follow', 'print events as they happen; this is the default')
    .option('--type <name>', 'only print events with this name')
    .action(({ type }: { type?: string }) => {
      const json = estate.opts<{ json?: boolean }>().json === true;
      const client = clientOf(around);
      return untilEnded(() => tail(client, { json, ...(type !== undefined && { type }) }, around), around);
    });
  estate
    .command('listen')
    .description('forward events to a local URL, as a webhook of the service would send them')
    .requiredOption('--forward-to <address>', 'for example http://localhost:3000/hooks')
    .option('--events <names>', 'only forward these events, separated by commas')
    .action(async (options: { forwardTo: string; events?: string }) => {
      const client = clientOf(around);
      const url = forwardUrl(options.forwardTo);
      const events = options.events?.split(',').map((name) => name.trim());
      const signingKey = localSigningKey(around.environment);
      await untilEnded(() => listen(client, { url, signingKey, ...(events && { events }) }, around), around);
    });
}

function addLogs(estate: Command, around: Surroundings): void {
  const operation = operationNamed('listRequestLog');
  const logs = estate
    .command('logs')
    .description('print the calls of the API, newest first')
    .option('--follow', 'print calls as they are recorded, until the command is ended', false)
    .option('--limit <count>', 'maximum number of calls', count, DEFAULT_LIMIT);
  addParameters(logs, operation);
  logs.action((options: { follow: boolean; limit: number }) => {
    const values = valuesOf(operation, { ...options });
    if (options.follow) return untilEnded(() => followLogs(values, around), around);
    const { limit } = options;
    return showAll(
      around,
      listOperation(transportOf(around), operation, { values, limit, signal: around.signal }),
    );
  });
}

function addTrigger(estate: Command, around: Surroundings): void {
  estate
    .command('trigger')
    .addArgument(new Argument('<event>').choices(TEST_EVENTS))
    .description('send an example of an event to the webhooks that receive it, and print the deliveries')
    .option('--webhook <id>', 'only send it to this webhook, whatever it receives')
    .action((event: EventName, { webhook }: { webhook?: string }) =>
      showAll(around, trigger(clientOf(around), { event, webhookId: webhook }, around.signal)),
    );
}
