import { Argument, Command, InvalidArgumentError } from 'commander';
import { VERSION } from '@estate/client';
import { forwardUrl, listen, tail } from './listen.ts';
import { preview } from './preview.ts';
import { localSigningKey, removeProfile } from './profile.ts';
import { publish } from './publish.ts';
import { KIND_NAMES, createFrom, getOne, listed, replaceFrom } from './resources.ts';
import type { Kind } from './resources.ts';
import { clientOf, signIn } from './sign-in.ts';
import type { Surroundings } from './surroundings.ts';
import { upload } from './upload.ts';

const HELP = `
ESTATE_API_KEY and ESTATE_URL override the key and URL that "estate login" stored.
Resources: ${KIND_NAMES.join(', ')}.
Exit codes: 0 success, 1 the service rejected the call or could not be reached, 2 wrong usage.`;

/** All commands. */
export function program(around: Surroundings): Command {
  const estate = new Command('estate')
    .description('The Real Estate Distribution Service on the command line.')
    .version(VERSION, '--version', 'print the version')
    .addHelpText('after', HELP);
  addSignIn(estate, around);
  addResources(estate, around);
  addWrites(estate, around);
  addUpload(estate, around);
  addImports(estate, around);
  addPreview(estate, around);
  addPublish(estate, around);
  addEvents(estate, around);
  return estate;
}

function addSignIn(estate: Command, around: Surroundings): void {
  estate
    .command('login')
    .description('sign in with an API key from ESTATE_API_KEY or standard input')
    .option('--url <address>', 'URL of the service; default: http://localhost:8080')
    .action((options: { url?: string }) => signIn(options, around));
  estate
    .command('logout')
    .description('delete the stored API key')
    .action(() => {
      removeProfile(around.environment);
    });
  estate
    .command('whoami')
    .description('print the account')
    .action(async () => {
      show(around, await clientOf(around).account.get({ signal: around.signal }));
    });
}

const resource = (): Argument => new Argument('<resource>').choices(KIND_NAMES);

function addResources(estate: Command, around: Surroundings): void {
  estate
    .command('list')
    .addArgument(resource())
    .description('print resources, newest first, one JSON object per line')
    .option('--limit <count>', 'maximum number of resources', count, 10)
    .option(
      '--filter <name=value>',
      'a filter of the API, such as state=failed; repeat the option to combine filters',
      filter,
      {},
    )
    .action(async (kind: Kind, options: { limit: number; filter: Record<string, string> }) => {
      const { limit, filter: filters } = options;
      for await (const one of listed(clientOf(around), { kind, limit, filters }))
        around.out(`${JSON.stringify(one)}\n`);
    });
  estate
    .command('get')
    .addArgument(resource())
    .argument('<id>')
    .description('print a resource')
    .action(async (kind: Kind, id: string) => {
      show(around, await getOne(clientOf(around), kind, id));
    });
}

function addWrites(estate: Command, around: Surroundings): void {
  estate
    .command('create')
    .addArgument(resource())
    .argument('<file>')
    .description('create a resource from a JSON file; use - for standard input')
    .option('--idempotency-key <key>', 'a call with the same key takes effect once in 24 hours')
    .action(async (kind: Kind, file: string, options: { idempotencyKey?: string }) => {
      show(around, await createFrom(clientOf(around), { kind, file, ...options }));
    });
  estate
    .command('update')
    .addArgument(resource())
    .argument('<id>')
    .argument('<file>')
    .description('replace a resource, or the handling of a request, by a JSON file; use - for standard input')
    .action(async (kind: Kind, id: string, file: string) => {
      show(around, await replaceFrom(clientOf(around), { kind, id, file }));
    });
}

function addUpload(estate: Command, around: Surroundings): void {
  estate
    .command('upload <file...>')
    .description(
      'upload images or PDF files, and print the address of each for the attachments of properties',
    )
    .action(async (files: string[]) => {
      for (const file of files) around.out(`${(await upload(clientOf(around), file, around.signal)).url}\n`);
    });
}

function addImports(estate: Command, around: Surroundings): void {
  estate
    .command('summary <import>')
    .description('print what an import did not use, and what it could not list; the argument is an id')
    .action(async (id: string) => {
      show(around, await clientOf(around).imports.summary(id, { signal: around.signal }));
    });
}

function addPreview(estate: Command, around: Surroundings): void {
  estate
    .command('preview <source> <file>')
    .description(
      'read the newest package of an import source with the settings of a JSON file, and print what differs',
    )
    .action(async (id: string, file: string) => {
      for await (const one of preview(clientOf(around), { id, file }, around.signal))
        around.out(`${JSON.stringify(one)}\n`);
    });
}

interface PublishOptions {
  wait: boolean;
  from?: string;
  until?: string;
}

function addPublish(estate: Command, around: Surroundings): void {
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
      show(around, await publish(clientOf(around), { propertyId, targetId, wait, ...times }, around.signal));
    });
}

function addEvents(estate: Command, around: Surroundings): void {
  estate
    .command('events')
    .description('print events as they happen')
    .option('--type <name>', 'only print events with this name')
    .option('--json', 'print each event as one line of JSON', false)
    .action((options: { type?: string; json: boolean }) => tail(clientOf(around), options, around));
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
      await listen(client, { url, signingKey, ...(events && { events }) }, around);
    });
}

const show = ({ out }: Surroundings, value: object): void => {
  out(`${JSON.stringify(value, null, 2)}\n`);
};

function count(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('The value must be a whole number, 1 or more.');
}

function time(text: string): string {
  if (/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError(
    'The value must be a time with its zone, such as 2027-03-01T08:00:00+01:00.',
  );
}

function filter(text: string, before: Record<string, string>): Record<string, string> {
  const [, name, value] = /^([A-Za-z]+)=(.*)$/s.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return { ...before, [name]: value };
  throw new InvalidArgumentError('The value must have the form name=value.');
}
