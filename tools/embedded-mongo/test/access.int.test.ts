import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/index.ts';
import { errorOf } from './suites/server-under-test.ts';

let directory: string;
let server: EmbeddedMongo;
const clients: MongoClient[] = [];

const start = (port = 0) => startEmbeddedMongo({ port, directory, access: true });

async function connect(user = '', options = 'directConnection=true'): Promise<MongoClient> {
  const client = new MongoClient(`mongodb://${user}127.0.0.1:${String(server.port)}/?${options}`);
  clients.push(client);
  return client.connect();
}
const asRoot = () => connect('root:secret@', 'authSource=admin&directConnection=true');

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'embedded-mongo-access-'));
  server = await start();
  const first = await connect();
  await first.db('admin').command({ createUser: 'root', pwd: 'secret', roles: ['root'] });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await server.close();
  rmSync(directory, { recursive: true });
});

describe('a server with access control', () => {
  it('a client without a user may make the first user, and nothing after that', async () => {
    const nobody = await connect();
    const createUser = { createUser: 'other', pwd: 'x', roles: ['root'] };
    expect(await errorOf(nobody.db('admin').command(createUser))).toMatchObject({ code: 13 });
    expect(await errorOf(nobody.db('inbox').collection('mails').findOne())).toMatchObject({ code: 13 });
  });

  it('a client with a wrong password or an unknown name is refused', async () => {
    for (const user of ['root:wrong@', 'nobody:secret@'])
      expect(await errorOf(connect(user, 'authSource=admin&directConnection=true'))).toMatchObject({
        code: 18,
      });
  });

  it('a user may read and write the database of its role and no other, also after a restart', async () => {
    const root = await asRoot();
    const roles = [{ role: 'readWrite', db: 'inbox' }];
    const inbox = root.db('inbox');
    expect(await inbox.command({ usersInfo: { user: 'inbox', db: 'inbox' } })).toMatchObject({ users: [] });
    await inbox.command({ createUser: 'inbox', pwd: 'old', roles });
    await inbox.command({ updateUser: 'inbox', pwd: 'mine', roles });
    await server.close();
    server = await start(server.port);
    const client = await connect('inbox:mine@', 'authSource=inbox&directConnection=true');
    await client.db('inbox').collection('mails').insertOne({ subject: 'x' });
    expect(await client.db('inbox').collection('mails').findOne()).toMatchObject({ subject: 'x' });
    expect(await errorOf(client.db('catalog').collection('properties').findOne())).toMatchObject({
      code: 13,
    });
    const more = { createUser: 'more', pwd: 'x', roles };
    expect(await errorOf(client.db('inbox').command(more))).toMatchObject({ code: 13 });
  });

  it('a replica set that was made once is found by its name', async () => {
    const root = await asRoot();
    const config = { _id: 'estate', members: [{ _id: 0, host: `127.0.0.1:${String(server.port)}` }] };
    await root.db('admin').command({ replSetInitiate: config });
    expect(await errorOf(root.db('admin').command({ replSetInitiate: config }))).toMatchObject({ code: 23 });
    const member = await connect('root:secret@', 'authSource=admin&replicaSet=estate');
    expect(await member.db('admin').command({ hello: 1 })).toMatchObject({ setName: 'estate' });
  });
});
