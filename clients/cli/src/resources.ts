import { readFileSync } from 'node:fs';
import type { Client, ListQuery } from '@estate/client';
import { CommandError, WrongUsage } from './surroundings.ts';

/** What lists and reads resources of one kind. */
interface Readable {
  all(query?: ListQuery): AsyncIterable<object>;
  get?(id: string): Promise<object>;
}
interface Writable {
  create(input: never, options?: { idempotencyKey?: string }): Promise<object>;
  update(id: string, input: never): Promise<object>;
}

const KINDS = {
  properties: ({ properties }: Client) => properties,
  contacts: ({ contacts }: Client) => contacts,
  targets: ({ targets }: Client) => targets,
  listings: ({ listings }: Client) => listings,
  webhooks: ({ webhooks }: Client) => webhooks,
  // Only its handling can be replaced.
  requests: ({ requests }: Client) => ({
    all: (query?: ListQuery) => requests.all(query),
    get: (id: string) => requests.get(id),
    update: (id: string, input: never) => requests.handle(id, input),
  }),
  mails: ({ mails }: Client) => mails,
  events: ({ events }: Client) => events,
  users: ({ users }: Client) => users,
  'import-sources': ({ importSources }: Client) => importSources,
  // The input of a new import is a package, not JSON.
  imports: ({ imports }: Client) => ({
    all: (query?: ListQuery) => imports.all(query),
    get: (id: string) => imports.get(id),
  }),
} satisfies Record<string, (client: Client) => Readable>;

export type Kind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as Kind[];

const resourcesOf = (client: Client, kind: Kind): Readable & Partial<Writable> => KINDS[kind](client);

export interface Listing {
  kind: Kind;
  /** At most so many. */
  limit: number;
  filters: Readonly<Record<string, string>>;
}

/** The newest resources first, until there are enough. */
export async function* listed(client: Client, { kind, limit, filters }: Listing): AsyncGenerator<object> {
  const query = { order: 'desc' as const, limit: Math.min(limit, 100), ...filters };
  let count = 0;
  for await (const one of resourcesOf(client, kind).all(query)) {
    yield one;
    count += 1;
    if (count >= limit) return;
  }
}

export function getOne(client: Client, kind: Kind, id: string): Promise<object> {
  const resources = resourcesOf(client, kind);
  if (!resources.get) throw new WrongUsage(`${kind} can only be listed. Run: estate list ${kind}`);
  return resources.get(id);
}

interface Creation {
  kind: Kind;
  file: string;
  idempotencyKey?: string;
}

interface Replacement {
  kind: Kind;
  id: string;
  file: string;
}

/** Creates what the file describes, or the standard input. */
export function createFrom(client: Client, { kind, file, idempotencyKey }: Creation): Promise<object> {
  const resources = resourcesOf(client, kind);
  if (!resources.create) throw new WrongUsage(`${kind} cannot be created.`);
  const input = inputIn(file) as never;
  return resources.create(input, idempotencyKey === undefined ? {} : { idempotencyKey });
}

/** Replaces a resource by what the file describes, or the standard input. */
export function replaceFrom(client: Client, { kind, id, file }: Replacement): Promise<object> {
  const resources = resourcesOf(client, kind);
  if (!resources.update) throw new WrongUsage(`${kind} cannot be updated.`);
  return resources.update(id, inputIn(file) as never);
}

const STANDARD_INPUT = 0;

export function inputIn(file: string): unknown {
  let text;
  try {
    text = readFileSync(file === '-' ? STANDARD_INPUT : file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${file} is not JSON: ${(error as Error).message}`);
  }
}
