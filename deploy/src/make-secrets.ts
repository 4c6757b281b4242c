// Generates the secrets of a new installation. It runs with plain Node, without packages.
//   node make-secrets.ts --kubernetes              Secrets as manifests, on standard output
//   node make-secrets.ts --directory DIR           one folder for each program, for the containers of one machine
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { COMPOSE, KUBERNETES, newSecrets } from './secrets.ts';
import type { Secret } from './secrets.ts';

/** Whom the files belong to: the users that the images of the database and of the services run as. */
const OWNERS: Readonly<Record<string, number>> = { 'mongodb-secrets': 999 };
const SERVICE_USER = 1000;

const { values } = parseArgs({
  options: { kubernetes: { type: 'boolean', default: false }, directory: { type: 'string' } },
});

if (values.kubernetes) process.stdout.write(manifests());
else if (values.directory !== undefined) writeFolders(values.directory);
else {
  process.stderr.write('usage: make-secrets.ts --kubernetes | --directory DIR\n');
  process.exitCode = 2;
}

function manifests(): string {
  return Object.entries(newSecrets(KUBERNETES))
    .map(([name, stringData]) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData }))
    .map((manifest) => `---\n${JSON.stringify(manifest, null, 2)}\n`)
    .join('');
}

/** Leaves an installation that has its secrets as it is. */
function writeFolders(directory: string): void {
  const secrets = Object.entries(newSecrets(COMPOSE));
  const missing = secrets.filter(([name]) => !existsSync(join(directory, name, 'env')));
  if (missing.length === 0) return;
  if (missing.length < secrets.length) {
    throw new Error(`Some secrets are there, but not those of ${missing.map(([name]) => name).join(', ')}.`);
  }
  for (const [name, secret] of secrets) writeFolder(join(directory, name), name, secret);
}

function writeFolder(folder: string, name: string, { keyfile, ...variables }: Secret): void {
  const owner = OWNERS[name] ?? SERVICE_USER;
  mkdirSync(folder, { recursive: true });
  const lines = Object.entries(variables).map(([key, value]) => `${key}='${value}'\n`);
  if (keyfile !== undefined) writePrivate(join(folder, 'keyfile'), keyfile, owner);
  writePrivate(join(folder, 'env'), lines.join(''), owner);
}

function writePrivate(file: string, text: string, owner: number): void {
  writeFileSync(file, text, { mode: 0o400 });
  chmodSync(file, 0o400);
  if (process.getuid?.() === 0) chownSync(file, owner, owner);
}
