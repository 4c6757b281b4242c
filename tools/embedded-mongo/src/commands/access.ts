import { Binary } from 'bson';
import { MongoError, notSupported } from '../errors.ts';
import { authenticationFailed, credentialsFor, ScramConversation } from '../access/scram.ts';
import { findReplicaSet, findUser, putReplicaSet, putUser, type Role, userId } from '../access/users.ts';
import type { Doc } from '../values/document.ts';
import type { Access } from '../access/access.ts';
import type { Command, Definition, Server } from './command.ts';

const MECHANISM = 'SCRAM-SHA-256';
const CONVERSATION = 1;

function accessOf({ access }: Server): Access {
  if (!access) throw notSupported('access control, for which the server was not started,');
  return access;
}

const textOf = (payload: unknown): string =>
  payload instanceof Binary ? Buffer.from(payload.buffer).toString('utf8') : '';

const saslReply = (text: string, done: boolean): Doc => ({
  conversationId: CONVERSATION,
  payload: new Binary(Buffer.from(text)),
  done,
  ok: 1,
});

function saslStart({ body, database, connection }: Command, server: Server): Doc {
  if (body['mechanism'] !== MECHANISM) throw notSupported(`mechanism ${String(body['mechanism'])}`);
  const credentialsOf = (user: string) => findUser(server.engine, userId(database, user))?.credentials;
  const conversation = new ScramConversation(textOf(body['payload']), credentialsOf);
  accessOf(server).conversations.set(connection, { database, conversation });
  return saslReply(conversation.challenge, false);
}

function saslContinue({ body, connection }: Command, server: Server): Doc {
  const access = accessOf(server);
  const begun = access.conversations.get(connection);
  access.conversations.delete(connection);
  if (!begun) throw authenticationFailed();
  const { database, conversation } = begun;
  const proof = conversation.finish(textOf(body['payload']));
  access.signIn(connection, userId(database, conversation.user));
  return saslReply(proof, true);
}

/** The roles in a command; one without a database belongs to the database of the command. */
function rolesOf({ body, database }: Command): Role[] {
  const roles = body['roles'];
  if (!Array.isArray(roles)) throw new MongoError(9, 'roles must be an array');
  return roles.map((role: unknown) => (typeof role === 'string' ? { role, db: database } : (role as Role)));
}

const putNamed =
  (existing: boolean) =>
  async (command: Command, { engine }: Server): Promise<Doc> => {
    const { body, name, database } = command;
    const user = String(body[name]);
    const _id = userId(database, user);
    if ((findUser(engine, _id) !== undefined) !== existing)
      throw existing
        ? new MongoError(11, `User "${user}@${database}" not found`)
        : new MongoError(51003, `User "${user}@${database}" already exists`);
    if (typeof body['pwd'] !== 'string') throw new MongoError(2, 'pwd is required');
    const credentials = credentialsFor(body['pwd']);
    const roles = rolesOf(command);
    await engine.store.write(() => putUser(engine, { _id, user, db: database, roles, credentials }));
    return { ok: 1 };
  };

function usersInfo({ body, database }: Command, { engine }: Server): Doc {
  const asked = body['usersInfo'] as string | { user: string; db?: string };
  const name = typeof asked === 'string' ? asked : asked.user;
  const db = typeof asked === 'string' ? database : (asked.db ?? database);
  const found = findUser(engine, userId(db, name));
  const shown = found && { _id: found._id, user: found.user, db: found.db, roles: found.roles };
  return { users: shown ? [shown] : [], ok: 1 };
}

/** Creates the replica set, whose only member is this server. */
async function replSetInitiate({ body }: Command, { engine }: Server): Promise<Doc> {
  if (findReplicaSet(engine)) throw new MongoError(23, 'already initialized');
  const config = body['replSetInitiate'] as { _id?: string; members?: { host: string }[] };
  const host = config.members?.[0]?.host;
  const name = config._id;
  if (!name || host === undefined || config.members?.length !== 1)
    throw new MongoError(93, 'a replica set has a name and, here, one member');
  await engine.store.write(() => putReplicaSet(engine, { name, host }));
  return { ok: 1 };
}

const USER_OPTIONS = ['pwd', 'roles', 'mechanisms', 'digestPassword', 'customData'];

export const accessCommands: Record<string, Definition> = {
  saslStart: { options: ['mechanism', 'payload', 'autoAuthorize', 'options', 'db'], run: saslStart },
  saslContinue: { options: ['conversationId', 'payload', 'options'], run: saslContinue },
  createUser: { options: USER_OPTIONS, run: putNamed(false) },
  updateUser: { options: USER_OPTIONS, run: putNamed(true) },
  usersInfo: { options: ['showCredentials', 'showPrivileges', 'filter'], run: usersInfo },
  replSetInitiate: { options: [], run: replSetInitiate },
};
