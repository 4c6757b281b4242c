import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import { serviceNames } from '@estate/manifests';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { COMPOSE, KUBERNETES, addressesIn, newSecrets } from '../src/secrets.ts';
import type { Secret, StoreValues } from '../src/secrets.ts';

const directory = mkdtempSync(join(tmpdir(), 'secrets-'));
afterAll(() => rmSync(directory, { recursive: true }));

const make = (...args: string[]) =>
  spawnSync(process.execPath, ['deploy/src/make-secrets.ts', ...args], {
    encoding: 'utf8',
  });

type Secrets = Record<string, Record<string, string>>;

/** What is printed for a cluster with these Secrets: Secrets by their names, and messages. */
function madeWith(
  existing: Readonly<Record<string, Secret>>,
  ...args: string[]
): { made: Secrets; told: string } {
  const file = join(directory, 'list.json');
  const items = Object.entries(existing).map(([name, data]) => ({
    metadata: { name },
    data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, btoa(value)])),
  }));
  writeFileSync(file, JSON.stringify({ items: [...items, { metadata: { name: 'of-others' } }] }));
  const { stdout, stderr } = make('--kubernetes', '--existing', file, ...args);
  const printed = parseAllDocuments(stdout).map(
    (one) => one.toJS() as { metadata: { name: string }; stringData: Record<string, string> },
  );
  return {
    made: Object.fromEntries(printed.map(({ metadata, stringData }) => [metadata.name, stringData])),
    told: stderr,
  };
}

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

  it('addresses of a database and a broker of the operator are those of the values, each with user, database and options', () => {
    const made = make('--kubernetes', '--values', 'deploy/test/values/own-stores.yaml').stdout;
    const secrets = parseAllDocuments(made).map((one) => one.toJS());
    const dataOf = (name: string) => secrets.find(({ metadata }) => metadata.name === name).stringData;
    const catalog = dataOf('catalog-secrets');
    expect(catalog.MONGODB_URI).toMatch(
      /^mongodb:\/\/catalog:[a-p]{48}@db-0\.example\.org:27018,db-1\.example\.org:27018\/catalog\?replicaSet=homes&tls=true&tlsCAFile=\/authorities\/ca\.crt$/,
    );
    const [one = '', other = ''] = catalog.NATS_URL.split(',');
    expect(one).toMatch(/^tls:\/\/catalog:[a-p]{48}@nats-0\.example\.org:4222$/);
    expect(other).toBe(one.replace('nats-0', 'nats-1'));
    expect(dataOf('backup-secrets').MONGODB_URI).toMatch(/:27018\/\?replicaSet=homes&.*&authSource=admin$/);
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

  it('a directory with the secrets of an earlier version gets those of a new service, and keeps every value', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    make('--directory', folder);
    const read = (name: string) => readFileSync(join(folder, name, 'env'), 'utf8');
    const kept = Object.fromEntries(readdirSync(folder).map((name) => [name, read(name)]));
    // As an installation without the importer has them.
    rmSync(join(folder, 'importer-secrets'), { recursive: true });
    for (const name of ['nats-secrets', 'mongodb-secrets']) {
      const earlier = read(name).replace(/^\w+_IMPORTER_PASSWORD=.*\n/m, '');
      rmSync(join(folder, name, 'env'));
      writeFileSync(join(folder, name, 'env'), earlier);
    }
    expect(make('--directory', folder).stderr).toBe('');
    const [, password] = /NATS_IMPORTER_PASSWORD='(\w+)'/.exec(read('nats-secrets')) ?? [];
    expect(read('importer-secrets')).toContain(`nats://importer:${password ?? ''}@`);
    expect(read('importer-secrets')).not.toBe(kept['importer-secrets']);
    for (const [name, text] of Object.entries(kept)) {
      const lines = text.split('\n').filter((line) => !line.includes('IMPORTER'));
      if (name !== 'importer-secrets') expect(read(name).split('\n')).toEqual(expect.arrayContaining(lines));
    }
    rmSync(folder, { recursive: true });
  });

  it('Secrets of a cluster are printed only if they lack a key, with all that they have', () => {
    const all = newSecrets(KUBERNETES);
    const { 'importer-secrets': _new, ...others } = all;
    const earlier: Secrets = structuredClone(others);
    delete earlier['nats-secrets']!['NATS_IMPORTER_PASSWORD'];
    delete earlier['mongodb-secrets']!['MONGODB_IMPORTER_PASSWORD'];
    const { made } = madeWith(earlier);
    expect(Object.keys(made).toSorted()).toEqual(['importer-secrets', 'mongodb-secrets', 'nats-secrets']);
    expect(made['nats-secrets']).toMatchObject(earlier['nats-secrets']!);
    expect(made['importer-secrets']?.['NATS_URL']).toContain(
      `:${made['nats-secrets']?.['NATS_IMPORTER_PASSWORD'] ?? ''}@`,
    );
    expect(madeWith(all)).toEqual({ made: {}, told: '' });
    const { 'catalog-secrets': _lost, ...rest } = all;
    expect(madeWith(rest).told).toContain('not those of catalog-secrets');
  });
});

describe('the secrets of an installation that exists, with a database and a broker of the operator', () => {
  const VALUES = ['--values', 'deploy/test/values/own-stores.yaml'];
  const own = addressesIn(parse(readFileSync('deploy/test/values/own-stores.yaml', 'utf8')) as StoreValues);
  const passwordIn = (url = '') => /:(\w+)@/.exec(url)?.[1];

  it('secrets of external servers do not count as lost, and have the passwords of the existing addresses', () => {
    const { 'nats-secrets': _nats, 'mongodb-secrets': _mongodb, ...users } = newSecrets(own);
    const { made, told } = madeWith(users, ...VALUES);
    expect(told).toBe('');
    expect(Object.keys(made).toSorted()).toEqual(['mongodb-secrets', 'nats-secrets']);
    const { NATS_URL, MONGODB_URI } = users['api-gateway-secrets']!;
    expect(made['nats-secrets']?.['NATS_API_GATEWAY_PASSWORD']).toBe(passwordIn(NATS_URL));
    expect(made['mongodb-secrets']?.['MONGODB_API_GATEWAY_PASSWORD']).toBe(passwordIn(MONGODB_URI));
    const { NATS_SYSTEM_URL } = users['maintenance-secrets']!;
    expect(made['nats-secrets']?.['NATS_SYSTEM_PASSWORD']).toBe(passwordIn(NATS_SYSTEM_URL));
    expect(made['mongodb-secrets']?.['MONGODB_BACKUP_PASSWORD']).toBe(
      passwordIn(users['backup-secrets']?.['MONGODB_URI']),
    );
  });

  it('the secret of an included server that is lost is refused beside an external one', () => {
    const { 'mongodb-secrets': _lost, ...others } = newSecrets(KUBERNETES);
    const values = join(directory, 'own-broker.yaml');
    const { broker: _broker, ...included } = parse(
      readFileSync('deploy/test/values/own-stores.yaml', 'utf8'),
    ) as StoreValues;
    writeFileSync(
      values,
      stringify({ ...included, broker: { external: { address: 'nats://own:4222' } }, database: {} }),
    );
    expect(madeWith(others, '--values', values).told).toContain('not those of mongodb-secrets');
  });

  it('a move to external servers changes the addresses, and neither users nor passwords nor keys', () => {
    const before = newSecrets(KUBERNETES);
    const { made, told } = madeWith(before, ...VALUES);
    expect(told).toBe('');
    const users = [...serviceNames, 'operator', 'maintenance', 'backup'].map((name) => `${name}-secrets`);
    expect(Object.keys(made).toSorted()).toEqual(users.toSorted());
    const expected = newSecrets(own, before);
    for (const name of users) {
      const { NATS_URL = '', NATS_SYSTEM_URL = '', MONGODB_URI = '' } = expected[name]!;
      expect(made[name]).toEqual({
        ...before[name],
        ...(NATS_URL && { NATS_URL }),
        ...(NATS_SYSTEM_URL && { NATS_SYSTEM_URL }),
        ...(MONGODB_URI && { MONGODB_URI }),
      });
    }
    expect(made['catalog-secrets']?.['MONGODB_URI']).toContain('db-0.example.org');
    expect(madeWith({ ...before, ...made }, ...VALUES)).toEqual({ made: {}, told: '' });
  });

  it('a service with a database of its own keeps its address, which is named', () => {
    const before: Secrets = structuredClone(newSecrets(KUBERNETES));
    before['catalog-secrets']!['MONGODB_URI'] =
      'mongodb://catalog:letters@large:27017/catalog?replicaSet=large';
    const { made, told } = madeWith(before, ...VALUES);
    expect(made['catalog-secrets']?.['MONGODB_URI']).toBe(before['catalog-secrets']!['MONGODB_URI']);
    expect(made['catalog-secrets']?.['NATS_URL']).toContain('nats-0.example.org');
    expect(told).toContain('catalog-secrets keeps the address in MONGODB_URI');
  });

  it('without values, no address changes', () => {
    expect(madeWith(newSecrets(addressesIn({ replicas: { brokers: 1, databases: 1 } })))).toEqual({
      made: {},
      told: '',
    });
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
