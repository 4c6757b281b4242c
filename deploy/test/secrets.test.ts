import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import { serviceNames } from '@estate/manifests';
import { parseAllDocuments } from 'yaml';
import { COMPOSE, KUBERNETES, newSecrets } from '../src/secrets.ts';

const directory = mkdtempSync(join(tmpdir(), 'secrets-'));
afterAll(() => rmSync(directory, { recursive: true }));

const make = (...args: string[]) =>
  spawnSync(process.execPath, ['deploy/src/make-secrets.ts', ...args], {
    encoding: 'utf8',
  });

describe('the manifests', () => {
  it('the manifests are those of every service with a program', () => {
    expect(readdirSync('apps').filter((app) => existsSync(join('apps', app, 'src/main.ts')))).toEqual([
      ...serviceNames,
    ]);
  });
});

describe('the secrets of an installation', () => {
  it('generated secrets differ in every installation and for every user', () => {
    const passwords = [...Object.values(newSecrets(KUBERNETES)), ...Object.values(newSecrets(KUBERNETES))]
      .flatMap((secret) => Object.entries(secret))
      .filter(([name]) => name.endsWith('_PASSWORD'))
      .map(([, value]) => value);
    expect(new Set(passwords).size).toBe(passwords.length);
    // A configuration of nats-server would take one that begins with a digit for a number.
    for (const password of passwords) expect(password).toMatch(/^[a-p]{48}$/);
  });

  it('generated secrets give every service access to its own database and its own broker user', () => {
    for (const addresses of [COMPOSE, KUBERNETES]) {
      const secrets = newSecrets(addresses);
      for (const service of serviceNames) {
        const { NATS_URL = '', MONGODB_URI = '' } = secrets[`${service}-secrets`]!;
        expect(new URL(NATS_URL).username).toBe(service);
        expect(MONGODB_URI).toMatch(
          new RegExp(`^mongodb://${service}:\\w+@[^/]+/${service}\\?replicaSet=estate$`),
        );
      }
    }
  });

  it('secrets are printed as manifests or written once to files that only their owner can read', () => {
    const documents = parseAllDocuments(make('--kubernetes').stdout).map((one) => one.toJS());
    expect(documents.map(({ metadata }) => metadata.name)).toEqual(Object.keys(newSecrets(KUBERNETES)));
    make('--directory', directory);
    const read = () =>
      readdirSync(directory)
        .map((name) => readFileSync(join(directory, name, 'env'), 'utf8'))
        .join();
    const first = read();
    expect(first).toMatch(/OPERATOR_TOKEN='[a-p]{48}'/);
    for (const name of readdirSync(directory)) {
      expect(statSync(join(directory, name, 'env')).mode & 0o777).toBe(0o400);
    }
    make('--directory', directory);
    expect(read()).toBe(first);
    rmSync(join(directory, 'catalog-secrets/env'));
    expect(make('--directory', directory).stderr).toContain('not those of catalog-secrets');
  });
});

interface FakeOptions {
  hasRoot: boolean;
  isOneOfOthers?: boolean;
  /** The members of the replica set that is there. */
  hosts?: readonly string[];
}

/** A database that notes what a script of mongosh asks it for. */
function fakeMongo({ hasRoot, isOneOfOthers = false, hosts = ['a:27017', 'b:27017'] }: FakeOptions) {
  const asked: string[] = [];
  let known = hasRoot;
  const on = (name: string): Record<string, unknown> => ({
    auth: () => {
      if (!known) throw new Error('AuthenticationFailed');
    },
    runCommand: (command: object) => {
      if ('replSetGetConfig' in command)
        return { config: { version: 1, members: hosts.map((host, _id) => ({ _id, host })) } };
      if (isOneOfOthers) throw Object.assign(new Error('already'), { codeName: 'AlreadyInitialized' });
      asked.push(JSON.stringify(command));
      return undefined;
    },
    hello: () => {
      // By the time it is asked, the others have brought what they have.
      known ||= isOneOfOthers;
      return { isWritablePrimary: !isOneOfOthers };
    },
    getSiblingDB: on,
    getUser: (user: string) => (hasRoot && user === 'catalog' ? { user } : null),
    createUser: ({ user, roles }: { user: string; roles: unknown }) => {
      known = true;
      asked.push(`${name} create ${user} ${JSON.stringify(roles)}`);
    },
    updateUser: (user: string, { roles }: { roles: unknown }) =>
      void asked.push(`${name} update ${user} ${JSON.stringify(roles)}`),
  });
  return { asked, connect: () => on('admin') };
}

function setUp(mongo: ReturnType<typeof fakeMongo>): readonly string[] {
  const passwords = newSecrets(COMPOSE)['mongodb-secrets'];
  const env = { ...passwords, MONGODB_MEMBERS: 'a:27017,b:27017' };
  const around = { connect: mongo.connect, process: { env }, sleep: () => undefined, print: () => undefined };
  runInNewContext(readFileSync('deploy/mongodb/set-up.js', 'utf8'), around);
  return mongo.asked;
}

/** The users of the exporter and of the backup. */
const others = (what: string) => [
  `admin ${what} monitor [{"role":"clusterMonitor","db":"admin"}]`,
  `admin ${what} backup [{"role":"backup","db":"admin"}]`,
];
const own = (service: string) => JSON.stringify([{ role: 'readWrite', db: service }]);

describe('the set-up of the database', () => {
  it('the set-up of the database creates the replica set and one user for each service', () => {
    expect(setUp(fakeMongo({ hasRoot: false }))).toEqual([
      '{"replSetInitiate":{"_id":"estate","members":[{"_id":0,"host":"a:27017"},{"_id":1,"host":"b:27017"}]}}',
      'admin create root ["root"]',
      ...serviceNames.map((service) => `${service} create ${service} ${own(service)}`),
      ...others('create'),
    ]);
  });

  it('the set-up of the database adds the members that the replica set lacks, one by one', () => {
    const asked = setUp(fakeMongo({ hasRoot: true, hosts: ['z:27017'] }));
    const members = [
      { _id: 0, host: 'z:27017' },
      { _id: 1, host: 'a:27017' },
      { _id: 2, host: 'b:27017' },
    ];
    expect(asked.slice(0, 2).map((one) => JSON.parse(one) as unknown)).toEqual([
      { replSetReconfig: { version: 2, members: members.slice(0, 2) } },
      { replSetReconfig: { version: 3, members } },
    ]);
  });

  it('the set-up of the database leaves a member without data to the replica set', () => {
    const mongo = fakeMongo({ hasRoot: false, isOneOfOthers: true });
    expect(setUp(mongo).filter((one) => one.startsWith('admin'))).toEqual(others('create'));
  });

  it('the set-up of the database can run again and then updates the passwords of users', () => {
    expect(setUp(fakeMongo({ hasRoot: true }))).toEqual([
      ...serviceNames.map(
        (service) => `${service} ${service === 'catalog' ? 'update' : 'create'} ${service} ${own(service)}`,
      ),
      ...others('create'),
    ]);
  });
});
