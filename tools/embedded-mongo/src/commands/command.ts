import type { Access } from '../access/access.ts';
import type { Engine } from '../engine.ts';
import { MongoError, notSupported } from '../errors.ts';
import type { Cursors } from './cursors.ts';
import { decodeExact, type Doc, isDoc, plain, plainDoc } from '../values/document.ts';
import type { Command as Request } from '../wire/message.ts';

/** The server on which commands run. */
export type Server = {
  engine: Engine;
  cursors: Cursors;
  /** Set if clients of the server have to sign in. */
  access?: Access;
};

/** A command of a client, in plain values, and its documents as they were sent. */
export type Command = {
  name: string;
  database: string;
  /** The body in plain JavaScript values. */
  body: Doc;
  /** The body with the number types of BSON. */
  exact: Doc;
  sequences: Map<string, Buffer[]>;
  connection: number;
};

/** Runs one command. */
type Handler = (command: Command, server: Server) => Promise<Doc | Buffer> | Doc | Buffer;

/** The options of a command besides the general ones, and its handler. */
export type Definition = { options: readonly string[]; run: Handler };

// Options without an effect in one process with one copy of the data.
const harmless = new Set([
  '$db',
  'lsid',
  '$clusterTime',
  '$readPreference',
  'writeConcern',
  'comment',
  'maxTimeMS',
  'bypassDocumentValidation',
  'allowDiskUse',
  'noCursorTimeout',
  'allowPartialResults',
]);
const readLevels = new Set(['local', 'available', 'majority', undefined]);

function checkGeneral(body: Doc): void {
  if ('startTransaction' in body || 'autocommit' in body || 'txnNumber' in body)
    throw new MongoError(20, 'Transaction numbers are only allowed on a replica set member or mongos');
  const concern = body['readConcern'];
  if (concern !== undefined && !(isDoc(concern) && readLevels.has(concern['level'] as string | undefined)))
    throw notSupported('this readConcern');
}

/** Refuses every field that the command does not support; `false` and null have no effect and are accepted. */
export function checkOptions(what: string, given: Doc, known: readonly string[]): void {
  for (const [option, value] of Object.entries(given)) {
    if (known.includes(option) || value === false || value === null || value === undefined) continue;
    throw notSupported(`option '${option}' of ${what}`);
  }
}

/** Reads a request as a command and refuses options that are not in `definition`. */
export function commandOf(request: Request, name: string, definition: Definition): Command {
  const { body: exact, sequences } = request;
  const body = plainDoc(exact);
  checkGeneral(body);
  for (const option of Object.keys(body))
    if (option === name || option === 'readConcern' || harmless.has(option)) continue;
    else checkOptions(name, { [option]: body[option] }, definition.options);
  for (const sequence of sequences.keys()) checkOptions(name, { [sequence]: true }, definition.options);
  const database = body['$db'];
  if (typeof database !== 'string') throw new MongoError(40414, "BSON field '$db' is missing");
  return { name, database, body, exact, sequences, connection: 0 };
}

/** The collection of a command. */
export function collectionName({ body, name }: Command): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '')
    throw new MongoError(73, `'${name}' needs the name of a collection`);
  return value;
}

/** The documents of a sequence, exactly decoded, in either form of the request. */
export function sequenceOf(command: Command, name: string): Doc[] {
  const raw = command.sequences.get(name);
  if (raw) return raw.map(decodeExact);
  const inBody = command.exact[name];
  if (!Array.isArray(inBody)) throw new MongoError(9, `'${command.name}' needs an array '${name}'`);
  return inBody as Doc[];
}

/** A document option; an absent one is empty. */
export function docOption(body: Doc, name: string): Doc {
  const value = body[name] ?? {};
  if (!isDoc(value)) throw new MongoError(14, `'${name}' must be a document`);
  return value;
}

/** An option with a non-negative integer. */
export function countOption(body: Doc, name: string): number | undefined {
  const value = plain(body[name]);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || value < 0)
    throw new MongoError(2, `'${name}' must be a number that is not negative`);
  return Math.trunc(value);
}

/** The number of a cursor as a key. */
export const cursorKey = (id: unknown): string => String(id);
