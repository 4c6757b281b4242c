import type { Engine } from '../engine.ts';
import { Finding } from '../query/find.ts';
import { runStatement } from '../update/write.ts';
import { decodePlain, type Doc } from '../values/document.ts';
import type { Credentials } from './scram.ts';

export type Role = { role: string; db: string };

/** A user; `_id` is `database.name`. */
export type User = { _id: string; user: string; db: string; roles: Role[]; credentials: Credentials };

/** A replica set with one member, this server. */
export type ReplicaSet = { name: string; host: string };

const DATABASE = 'admin';
const USERS = 'users';
const REPLICA_SET = 'replicaset';

export const userId = (database: string, name: string): string => `${database}.${name}`;

function read(engine: Engine, name: string, filter: Doc): Doc | undefined {
  const collection = engine.catalog.find(DATABASE, name);
  const found = collection && new Finding(engine, collection, { filter, limit: 1 }).take();
  return found && decodePlain(found.raw);
}

export const findUser = (engine: Engine, id: string): User | undefined =>
  read(engine, USERS, { _id: id }) as User | undefined;

export const hasUsers = (engine: Engine): boolean => read(engine, USERS, {}) !== undefined;

/** Stores a document; within a write only. */
function put(engine: Engine, name: string, { _id, ...update }: Doc): void {
  const where = { engine, database: DATABASE, name };
  runStatement(where, { query: { _id }, update, multi: false, upsert: true });
}

/** Stores a user; within a write only. */
export const putUser = (engine: Engine, user: User): void => put(engine, USERS, user);

export const findReplicaSet = (engine: Engine): ReplicaSet | undefined =>
  read(engine, REPLICA_SET, {}) as ReplicaSet | undefined;

/** Stores the replica set; within a write only. */
export const putReplicaSet = (engine: Engine, set: ReplicaSet): void =>
  put(engine, REPLICA_SET, { _id: 'set', ...set });
