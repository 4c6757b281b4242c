import type { Engine } from '../engine.ts';
import { MongoError } from '../errors.ts';
import type { ScramConversation } from './scram.ts';
import { findUser, hasUsers, type Role } from './users.ts';

/** The commands that a connection may run before it has signed in. */
const OPEN = new Set([
  'hello',
  'isMaster',
  'ismaster',
  'ping',
  'buildInfo',
  'connectionStatus',
  'endSessions',
  'saslStart',
  'saslContinue',
]);
/** The commands that need no sign-in as long as there is no user. */
const WITHOUT_USERS = new Set(['createUser', 'replSetInitiate']);
/** The commands for root only. */
const ADMINISTRATION = new Set(['createUser', 'updateUser', 'usersInfo', 'replSetInitiate']);

/** Tracks which user has signed in on which connection, and which commands the user may run. */
export class Access {
  readonly #engine: Engine;
  /** The ids of users by connection. */
  readonly #users = new Map<number, string>();
  readonly conversations = new Map<number, { database: string; conversation: ScramConversation }>();
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  signIn(connection: number, id: string): void {
    this.#users.set(connection, id);
  }

  forget(connection: number): void {
    this.#users.delete(connection);
    this.conversations.delete(connection);
  }

  /** @throws MongoError 13 if the user of the connection may not run the command */
  check({ name, database, connection }: { name: string; database: string; connection: number }): void {
    if (OPEN.has(name) || (WITHOUT_USERS.has(name) && !hasUsers(this.#engine))) return;
    const id = this.#users.get(connection);
    if (id === undefined) throw new MongoError(13, `Command ${name} requires authentication`);
    const roles = findUser(this.#engine, id)?.roles ?? [];
    if (roles.some((role) => allows(role, name, database))) return;
    throw new MongoError(13, `not authorized on ${database} to execute command { ${name}: … }`);
  }
}

function allows({ role, db }: Role, command: string, database: string): boolean {
  if (role === 'root') return true;
  return role === 'readWrite' && db === database && !ADMINISTRATION.has(command);
}
