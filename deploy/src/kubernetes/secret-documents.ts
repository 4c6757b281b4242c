import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { IExternalSecret } from '@kubernetes-models/external-secrets/external-secrets.io/v1';
import type { ISealedSecret } from '@kubernetes-models/sealed-secrets/bitnami.com/v1alpha1';
import type { Secret } from '../secrets.ts';
import { documentsIn } from './monitoring.ts';
import type { Named } from './parts.ts';
import type { Values } from './values.ts';

/** The source of secrets; `needed` has the keys of each. */
export interface SecretSource {
  needed: Readonly<Record<string, Secret>>;
  /** Reads the SealedSecrets in the files of the values; a chart reads no such files. */
  sealedIn?: (files: readonly string[]) => readonly Named[];
}

/** Reads files relative to the folder of the values file. */
export const sealedBeside =
  (folder: string): NonNullable<SecretSource['sealedIn']> =>
  (files) =>
    files.flatMap((file) => documentsIn(readFileSync(resolve(folder, file), 'utf8')));

/** Secrets for people, which nothing in the cluster reads. */
const OF_PEOPLE = new Set(['operator-secrets', 'maintenance-secrets']);

/** True if anything in the cluster reads a Secret. */
const readIn =
  ({ backup, broker, database }: Values) =>
  (name: string): boolean =>
    !OF_PEOPLE.has(name) &&
    (name !== 'backup-secrets' || backup.enabled) &&
    (name !== 'nats-secrets' || !broker.external) &&
    (name !== 'mongodb-secrets' || !database.external);

/**
 * The documents that create the Secrets in the cluster; none if the operator applies them. @throws Error for a missing sealed secret or key
 */
export function secretDocuments(values: Values, { needed, sealedIn }: SecretSource): readonly Named[] {
  const { secrets, secretNames } = values;
  const isRead = readIn(values);
  const isRenamed = (name: string) => (secretNames as Record<string, string | undefined>)[name] !== undefined;
  if (secrets.kind === 'plain') return [];
  if (secrets.kind === 'external')
    return Object.keys(needed)
      .filter((name) => isRead(name) && !isRenamed(name))
      .map((name) => externalSecret(name, secrets));
  if (!sealedIn) return [];
  const sealed = sealedIn(secrets.files);
  const read = Object.entries(needed).filter(([name]) => isRead(name) && !isRenamed(name));
  const problems = sealedProblems(sealed as readonly ISealedSecret[], read);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return sealed;
}

const externalSecret = (
  name: string,
  { store, prefix, refreshInterval }: Extract<Values['secrets'], { kind: 'external' }>,
): IExternalSecret => ({
  apiVersion: 'external-secrets.io/v1',
  kind: 'ExternalSecret',
  metadata: { name },
  spec: {
    refreshInterval,
    secretStoreRef: store,
    target: { name },
    dataFrom: [{ extract: { key: `${prefix}/${name}` } }],
  },
});

function sealedProblems(sealed: readonly ISealedSecret[], read: readonly [string, Secret][]): string[] {
  const found = new Map(sealed.map((one) => [one.metadata?.name ?? '', one.spec.encryptedData]));
  return read.flatMap(([name, keys]) => {
    const data = found.get(name);
    if (!data) return [`there is no SealedSecret ${name}`];
    return Object.keys(keys)
      .filter((key) => !(key in data))
      .map((key) => `the SealedSecret ${name} has no ${key}`);
  });
}
