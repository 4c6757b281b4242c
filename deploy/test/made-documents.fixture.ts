import type { Manifest } from '../src/cluster.ts';
import { deployed } from '../src/derived/deployed.ts';
import { configMaps } from '../src/kubernetes/config-maps.ts';
import type { ConfigMapSource } from '../src/kubernetes/config-maps.ts';
import { documentsBy } from '../src/kubernetes/documents.ts';
import { readValues } from '../src/kubernetes/read-values.ts';
import { addressesIn, newSecrets } from '../src/secrets.ts';

/**
 * The documents of an installation that is not written, before kustomize adds their namespace and the hashes to names of ConfigMaps. To be
 * called in the root of the workspace. @throws Error for values that are wrong
 */
export async function documentsOf(given: object): Promise<Manifest[]> {
  const values = readValues(given);
  const sources = { services: await deployed(), secrets: { needed: newSecrets(addressesIn(values)) } };
  const documents = documentsBy(sources).flatMap(([, made]) => [...made(values, sources)]);
  // What a file would contain: fields that are undefined are not in it.
  return JSON.parse(JSON.stringify([...documents, ...configMaps(values).map(configMap)])) as Manifest[];
}

const configMap = ({
  name,
  literals,
  files = new Map<string, string>(),
  labels,
}: ConfigMapSource): object => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels } },
  data: {
    ...literals,
    ...Object.fromEntries([...files].map(([path, text]) => [path.split('/').at(-1), text])),
  },
});
