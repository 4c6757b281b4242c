import { readFileSync } from 'node:fs';
import type { Deployed } from '../derived/deployed.ts';
import { backupDocuments } from './backup.ts';
import { entrances } from './entrances.ts';
import { mongodbDocuments } from './mongodb.ts';
import { rulesOf, serviceMonitors } from './monitoring.ts';
import { natsDocuments } from './nats.ts';
import { networkPolicies } from './network.ts';
import type { Named } from './parts.ts';
import { recommendedLabels } from './pods.ts';
import { isScaledByCpu, scaledObject } from './scaling.ts';
import { secretDocuments } from './secret-documents.ts';
import type { SecretSource } from './secret-documents.ts';
import { serviceDocuments } from './service.ts';
import type { Values } from './values.ts';

/** The input for the documents of every installation. */
export interface Sources {
  services: readonly Deployed[];
  secrets: SecretSource;
}

type Documents = (values: Values, sources: Sources) => readonly Named[];

/** The documents by the file that contains them. */
export const documentsBy = (sources: Pick<Sources, 'services'>): [string, Documents][] =>
  makersBy(sources).map(([path, make]) => [path, (...from) => make(...from).map(withLabels)]);

function withLabels(document: Named): Named {
  const { metadata } = document as Named & { metadata: { name: string; labels?: Record<string, string> } };
  const labels = { ...recommendedLabels(metadata.labels?.['app'] ?? metadata.name), ...metadata.labels };
  return { ...document, metadata: { ...metadata, labels } } as Named;
}

const makersBy = ({ services }: Pick<Sources, 'services'>): [string, Documents][] => [
  ...services.map((service): [string, Documents] => [
    `service-${service.manifest.name}.yaml`,
    (values) => serviceDocuments(service, services, values),
  ]),
  ['nats.yaml', (values) => (values.broker.external ? [] : natsDocuments(values))],
  ['mongodb.yaml', (values) => (values.database.external ? [] : mongodbDocuments(values))],
  ['network-policies.yaml', networkPolicies],
  ['entrances.yaml', entrances],
  ['secrets.yaml', (values, { secrets }) => secretDocuments(values, secrets)],
  ['backup.yaml', (values) => (values.backup.enabled ? backupDocuments(values) : [])],
  ['scaling.yaml', scaling],
  ['monitoring.yaml', monitoring],
];

const scaling: Documents = (values, { services }) =>
  values.scaling.keda
    ? services.filter((one) => !isScaledByCpu(one)).map((one) => scaledObject(one, values))
    : [];

const monitoring: Documents = (values, { services }) =>
  values.monitoring.enabled
    ? [
        ...serviceMonitors(services, values),
        rulesOf(readFileSync('deploy/prometheus/prometheusrule.yaml', 'utf8'), values),
      ]
    : [];
