import { Scalar, visit } from 'yaml';
import type { YAMLMap } from 'yaml';
import type { Compose, ComposeService } from '../compose.ts';
import type { Deployed } from './deployed.ts';
import { calledBy, composeEnvironment } from './environment.ts';
import { withPart } from './parts.ts';
import { filled } from './template.ts';
import type { DerivedFile } from './template.ts';

/** docker-compose.yml with its services made anew; the sandbox, the broker, the database and the monitoring are written by hand. */
export const composeFile = (all: readonly Deployed[]): DerivedFile =>
  withPart('docker-compose.yml', (document) => {
    const { services: known, volumes } = document.toJS() as Compose;
    const { demo = {}, prepare = {} } = known;
    const old = Object.keys(known).filter((name) => known[name]?.build?.args['PROJECT']?.startsWith('apps/'));
    const oldVolumes = old.flatMap((name) => volumesOf(known[name] ?? {}));
    const made = all.map((service) => [service.manifest.name, composeService(service)] as const);
    const newVolumes = made.flatMap(([, service]) => volumesOf(service));
    const mounts = prepare.volumes?.filter((mount) => !oldVolumes.includes(sourceOf(mount))) ?? [];
    const set = (path: readonly string[], value: unknown) => {
      const node = document.createNode(value, { aliasDuplicateObjects: false });
      visit(node, { Scalar: quotePorts });
      document.setIn(path, node);
    };
    set(['volumes'], replaced(volumes, oldVolumes, Object.fromEntries(newVolumes.map((name) => [name, {}]))));
    set(['services', 'prepare', 'volumes'], [...mounts, ...newVolumes.map(preparedMount)].sort(byTarget));
    const isHealthy = { condition: 'service_healthy' };
    const healthy = Object.fromEntries(made.map(([name]) => [name, isHealthy]));
    set(['services', 'demo', 'depends_on'], replaced(demo.depends_on ?? {}, old, healthy));
    for (const name of old) document.deleteIn(['services', name]);
    for (const [name, service] of made) set(['services', name], service);
    arrange(document.get('services') as YAMLMap<Scalar<string>>);
  });

/** Some readers of YAML take `8080:80` for a number of base 60. */
function quotePorts(_key: unknown, scalar: Scalar): void {
  if (/^[\d.]+(:\d+)+$/.test(String(scalar.value))) scalar.type = 'QUOTE_SINGLE';
}

/** In alphabetical order, with an empty line between services. */
function arrange(services: YAMLMap<Scalar<string> | string>): void {
  services.items.sort((one, other) => (String(one.key) < String(other.key) ? -1 : 1));
  for (const [index, pair] of services.items.entries()) {
    const key = new Scalar(String(pair.key));
    key.spaceBefore = index > 0;
    pair.key = key;
  }
}

/** The entries without the old ones and with the new ones, sorted. */
const replaced = (
  entries: Readonly<Record<string, unknown>>,
  old: readonly string[],
  made: Readonly<Record<string, unknown>>,
) =>
  Object.fromEntries(
    [...Object.entries(entries).filter(([name]) => !old.includes(name)), ...Object.entries(made)].sort(
      ([one], [other]) => (one < other ? -1 : 1),
    ),
  );

const sourceOf = (mount: string): string => mount.split(':')[0] ?? '';
const targetOf = (mount: string): string => mount.split(':')[1] ?? '';
const byTarget = (one: string, other: string): number => (targetOf(one) < targetOf(other) ? -1 : 1);
const volumesOf = ({ volumes = [] }: ComposeService): string[] => volumes.map(sourceOf);
const preparedMount = (volume: string): string =>
  `${volume}:/${volume.endsWith('-secrets') ? 'secrets' : 'volumes'}/${volume}`;

function composeService(service: Deployed): ComposeService {
  const { manifest, facts } = service;
  const { name, ports } = manifest;
  const healthy = [...calledBy(service).map((one) => one.name), 'nats'];
  const completed = ['mongodb-set-up', 'prepare'];
  const conditions = [
    ...healthy.map((one) => [one, { condition: 'service_healthy' }] as const),
    ...completed.map((one) => [one, { condition: 'service_completed_successfully' }] as const),
  ];
  const [made] = filled('compose-service', {
    NAME: name,
    DEPENDS_ON: Object.fromEntries(conditions.sort()),
    VOLUMES: [
      `${name}-secrets:/secrets:ro`,
      ...(facts.temporaryOnDisk ? [`${name}-work:/tmp`] : []),
      ...(facts.cache ? [`${facts.cache.volume}:/cache`] : []),
    ],
    ENVIRONMENT: composeEnvironment(service),
    PORTS: publishedPorts([ports.http, ports.smtp]),
    TMPFS: facts.temporaryOnDisk ? undefined : ['/tmp'],
  });
  return made as ComposeService;
}

/** To this machine only. */
function publishedPorts(ports: readonly (number | undefined)[]): string[] | undefined {
  const published = ports.flatMap((port) => (port === undefined ? [] : [`127.0.0.1:${port}:${port}`]));
  return published.length > 0 ? published : undefined;
}
