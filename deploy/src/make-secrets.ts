// Generates the secrets of an installation. It runs with plain Node, without packages.
//   node make-secrets.ts --kubernetes              Secrets as manifests, on standard output
//   node make-secrets.ts --kubernetes --existing FILE    only Secrets that lack a key, with what they have; FILE is the output of
//                                                        kubectl get secrets --output json
//   node make-secrets.ts --kubernetes --values FILE      with the addresses of the broker and the database in a values file, also in Secrets
//                                                        that exist; needs the packages of the workspace
//   node make-secrets.ts --directory DIR           one folder for each program, for the containers of one machine
import { Buffer } from 'node:buffer';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { moved } from './moved-secrets.ts';
import { COMPOSE, KUBERNETES, addressesIn, completed, newSecrets } from './secrets.ts';
import type { Addresses, Secret, Secrets, StoreValues } from './secrets.ts';

/** The owners of the files: the users of the images of the database and of the services. */
const OWNERS: Readonly<Record<string, number>> = { 'mongodb-secrets': 999 };
const SERVICE_USER = 1000;

const { values } = parseArgs({
  options: {
    kubernetes: { type: 'boolean', default: false },
    existing: { type: 'string' },
    values: { type: 'string' },
    directory: { type: 'string' },
  },
});

if (values.kubernetes) process.stdout.write(manifests(await addressesOf(values.values)));
else if (values.directory !== undefined) writeFolders(values.directory);
else {
  process.stderr.write(
    'usage: make-secrets.ts --kubernetes [--existing FILE] [--values FILE] | --directory DIR\n',
  );
  process.exitCode = 2;
}

async function addressesOf(file: string | undefined): Promise<Addresses> {
  if (file === undefined) return KUBERNETES;
  const { parse } = await import('yaml');
  return addressesIn(parse(readFileSync(file, 'utf8')) as StoreValues);
}

function manifests(addresses: Addresses): string {
  const existing = values.existing === undefined ? {} : secretsIn(readFileSync(values.existing, 'utf8'));
  const { secrets, kept } =
    values.values === undefined ? { secrets: existing, kept: [] } : moved(existing, addresses);
  process.stderr.write(kept.map((line) => `${line}\n`).join(''));
  return changedIn(existing, completed(addresses, secrets))
    .map(([name, stringData]) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData }))
    .map((manifest) => `---\n${JSON.stringify(manifest, null, 2)}\n`)
    .join('');
}

/** The Secrets of a list from kubectl, without those of other applications. */
function secretsIn(text: string): Record<string, Secret> {
  const { items } = JSON.parse(text) as { items: { metadata: { name: string }; data?: Secret }[] };
  const own = new Set(Object.keys(newSecrets(KUBERNETES)));
  const plain = (data: Secret): Secret =>
    Object.fromEntries(
      Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
    );
  return Object.fromEntries(
    items
      .filter(({ metadata }) => own.has(metadata.name))
      .map(({ metadata, data = {} }) => [metadata.name, plain(data)]),
  );
}

/** Secrets with new or changed keys. */
function changedIn(existing: Secrets, all: Secrets): [string, Secret][] {
  return Object.entries(all).filter(([name, secret]) =>
    Object.entries(secret).some(([key, value]) => existing[name]?.[key] !== value),
  );
}

/** Adds missing secrets, and leaves existing ones unchanged. */
function writeFolders(directory: string): void {
  const names = Object.keys(newSecrets(COMPOSE)).filter((name) => existsSync(join(directory, name, 'env')));
  const existing = Object.fromEntries(names.map((name) => [name, readFolder(join(directory, name))]));
  for (const [name, secret] of changedIn(existing, completed(COMPOSE, existing)))
    writeFolder(join(directory, name), name, secret);
}

function readFolder(folder: string): Secret {
  const lines = readFileSync(join(folder, 'env'), 'utf8').matchAll(/^(\w+)='(.*)'$/gm);
  const keyfile = join(folder, 'keyfile');
  return {
    ...Object.fromEntries([...lines].map(([, key = '', value = '']) => [key, value])),
    ...(existsSync(keyfile) && { keyfile: readFileSync(keyfile, 'utf8') }),
  };
}

function writeFolder(folder: string, name: string, { keyfile, ...variables }: Secret): void {
  const owner = OWNERS[name] ?? SERVICE_USER;
  mkdirSync(folder, { recursive: true });
  const lines = Object.entries(variables).map(([key, value]) => `${key}='${value}'\n`);
  if (keyfile !== undefined) writePrivate(join(folder, 'keyfile'), keyfile, owner);
  writePrivate(join(folder, 'env'), lines.join(''), owner);
}

/** Writes a temporary file and moves it, so that a file is never half written. */
function writePrivate(file: string, text: string, owner: number): void {
  const made = `${file}.new`;
  writeFileSync(made, text, { mode: 0o600 });
  chmodSync(made, 0o400);
  if (process.getuid?.() === 0) chownSync(made, owner, owner);
  renameSync(made, file);
}
