import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { COMPOSE, KUBERNETES, newSecrets } from '../src/secrets.ts';
import { SERVICES } from '../src/services.ts';

const directory = mkdtempSync(join(tmpdir(), 'secrets-'));
afterAll(() => rmSync(directory, { recursive: true }));

const make = (...args: string[]) =>
  spawnSync(process.execPath, ['deploy/src/make-secrets.ts', ...args], {
    encoding: 'utf8',
  });

describe('what is deployed', () => {
  it('is every service that there is', () => {
    expect(readdirSync('apps').filter((app) => existsSync(join('apps', app, 'src/main.ts')))).toEqual([
      ...SERVICES,
    ]);
  });
});

describe('the secrets of an installation', () => {
  it('are different in every one, and no two users have the same password', () => {
    const passwords = [...Object.values(newSecrets(KUBERNETES)), ...Object.values(newSecrets(KUBERNETES))]
      .flatMap((secret) => Object.entries(secret))
      .filter(([name]) => name.endsWith('_PASSWORD'))
      .map(([, value]) => value);
    expect(new Set(passwords).size).toBe(passwords.length);
    // A configuration of nats-server would take one that begins with a digit for a number.
    for (const password of passwords) expect(password).toMatch(/^[a-p]{48}$/);
  });

  it('let every service into its own database, at the broker as itself', () => {
    for (const addresses of [COMPOSE, KUBERNETES]) {
      const secrets = newSecrets(addresses);
      for (const service of SERVICES) {
        const { NATS_URL = '', MONGODB_URI = '' } = secrets[`${service}-secrets`]!;
        expect(new URL(NATS_URL).username).toBe(service);
        expect(MONGODB_URI).toMatch(
          new RegExp(`^mongodb://${service}:\\w+@[^/]+/${service}\\?replicaSet=estate$`),
        );
      }
    }
  });

  it('are manifests for a cluster, or files that only their owner reads and that stay as they are', () => {
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

/** A database that notes what a script of mongosh asks it for. */
function fakeMongo({ hasRoot, isOneOfOthers = false }: { hasRoot: boolean; isOneOfOthers?: boolean }) {
  const asked: string[] = [];
  let known = hasRoot;
  const on = (name: string): Record<string, unknown> => ({
    auth: () => {
      if (!known) throw new Error('AuthenticationFailed');
    },
    runCommand: (command: object) => {
      if (isOneOfOthers) throw Object.assign(new Error('already'), { codeName: 'AlreadyInitialized' });
      asked.push(JSON.stringify(command));
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

const own = (service: string) => JSON.stringify([{ role: 'readWrite', db: service }]);

describe('the set-up of the database', () => {
  it('makes the replica set and one user a service, with its own database only', () => {
    expect(setUp(fakeMongo({ hasRoot: false }))).toEqual([
      '{"replSetInitiate":{"_id":"estate","members":[{"_id":0,"host":"a:27017"},{"_id":1,"host":"b:27017"}]}}',
      'admin create root ["root"]',
      ...SERVICES.map((service) => `${service} create ${service} ${own(service)}`),
    ]);
  });

  it('leaves a member that lost its data to the others, who give it the users back', () => {
    const mongo = fakeMongo({ hasRoot: false, isOneOfOthers: true });
    expect(setUp(mongo).filter((one) => one.startsWith('admin'))).toEqual([]);
  });

  it('may be run again, and then gives those that are there the passwords of now', () => {
    expect(setUp(fakeMongo({ hasRoot: true }))).toEqual(
      SERVICES.map(
        (service) => `${service} ${service === 'catalog' ? 'update' : 'create'} ${service} ${own(service)}`,
      ),
    );
  });
});
