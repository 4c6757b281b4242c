import { Scalar, visit } from 'yaml';
import type { YAMLMap } from 'yaml';
import type { Compose, ComposeService } from '../compose.ts';
import type { Deployed } from './deployed.ts';
import { PASSIVE_PORTS, calledBy, composeEnvironment, rangeOf } from './environment.ts';
import { filled, withPart } from './template.ts';
import type { DerivedFile } from './template.ts';

/** docker-compose.yml with the services of this workspace; its other parts are written by hand. */
export const composeFile = (all: readonly Deployed[]): DerivedFile =>
  withPart('docker-compose.yml', (document) => {
    const known = document.toJS() as Compose;
    const nodeOf = (value: unknown) => {
      const node = document.createNode(value, { aliasDuplicateObjects: false });
      visit(node, { Scalar: quotePorts });
      return node;
    };
    const mapAt = (...path: string[]) => document.getIn(path) as YAMLMap<Scalar<string>>;
    const maps = [mapAt('services'), mapAt('services', 'demo', 'depends_on'), mapAt('volumes')] as const;
    const [services, demoWaitsFor, volumes] = maps;
    const mounts = new Set(known.services['prepare']?.volumes);
    for (const service of all) {
      const key = new Scalar(service.manifest.name);
      key.spaceBefore = true;
      const made = composeService(service, known['x-environment']);
      services.set(key, nodeOf(made));
      demoWaitsFor.set(new Scalar(key.value), nodeOf({ condition: 'service_healthy' }));
      for (const [volume = ''] of made.volumes?.map((mount) => mount.split(':')) ?? []) {
        volumes.set(new Scalar(volume), nodeOf({}));
        mounts.add(`${volume}:/${volume.endsWith('-secrets') ? 'secrets' : 'volumes'}/${volume}`);
      }
    }
    for (const { items } of maps) items.sort((one, other) => (one.key.value < other.key.value ? -1 : 1));
    const target = (mount: string) => mount.replace(/^[^:]*/, '');
    const sorted = [...mounts].sort((one, other) => (target(one) < target(other) ? -1 : 1));
    document.setIn(['services', 'prepare', 'volumes'], nodeOf(sorted));
  });

/** Quotes ports, because some readers of YAML take `8080:80` for a number in base 60. */
function quotePorts(_key: unknown, scalar: Scalar): void {
  if (/^[\d.]+(:[\d-]+)+$/.test(String(scalar.value))) scalar.type = 'QUOTE_SINGLE';
}

const keepsBytes = ({ manifest: { database } }: Deployed): boolean => 'bytes' in database;

function composeService(service: Deployed, values: Compose['x-environment']): ComposeService {
  const { manifest, facts } = service;
  const { name, ports } = manifest;
  const conditions = [
    ...[...calledBy(service).map((one) => one.name), 'nats'].map((one) => [one, 'service_healthy']),
    ...['mongodb-set-up', 'prepare'].map((one) => [one, 'service_completed_successfully']),
  ];
  // Published to this machine only.
  const data = ports.ftp === undefined ? [] : [rangeOf(PASSIVE_PORTS)];
  const published = [ports.http, ports.smtp, ports.ftp, ...data].flatMap((port) =>
    port === undefined ? [] : `127.0.0.1:${port}:${port}`,
  );
  const [made] = filled('compose-service', {
    NAME: name,
    // Compose writes `1536Mi` as `1536m`.
    MEMORY: facts.memoryLimit.replace(/(.)i$/, (_, unit: string) => unit.toLowerCase()),
    DEPENDS_ON: Object.fromEntries(conditions.sort().map(([one, condition]) => [one, { condition }])),
    VOLUMES: [
      `${name}-secrets:/secrets:ro`,
      ...(facts.temporaryOnDisk ? [`${name}-work:/tmp`] : []),
      ...(keepsBytes(service) ? [`${name}-bytes:/bytes`] : []),
      ...(service.reads('CATALOG_BYTES_DIRECTORY') ? ['catalog-bytes:/bytes:ro'] : []),
    ],
    ENVIRONMENT: composeEnvironment(service, values),
    PORTS: published.length > 0 ? published : undefined,
    TMPFS: facts.temporaryOnDisk ? undefined : ['/tmp'],
  });
  return made as ComposeService;
}
