import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IPodSpec } from 'kubernetes-models/v1';
import { parse, parseDocument, stringify } from 'yaml';
import { ofKind, podSpec } from '../src/cluster.ts';
import type { Manifest } from '../src/cluster.ts';
import { fixedFields, upgradeProblems } from '../src/upgrade-problems.ts';
import { combined } from './combined-changes.fixture.ts';
import type { Change } from './combined-changes.fixture.ts';
import { documentsIn, render } from './documents.fixture.ts';
import { hasHelm, helm, templated, writtenChart } from './helm.fixture.ts';
import type { Chart } from './helm.fixture.ts';
import { hasKubectl } from './kubectl.fixture.ts';
import { removeWritten, written } from './written.fixture.ts';

const EVERY_VALUE = 'deploy/test/values/every-value.yaml';
const INSTALLATIONS = [
  'deploy/values/local.yaml',
  'deploy/values/production.yaml',
  'deploy/test/values/own-stores.yaml',
  EVERY_VALUE,
];
/** Programs are started some hundred times, on a busy machine. */
const PATIENCE_MS = 600_000;

type Values = Record<string, unknown> & { namespace?: string };
const valuesIn = (file: string) => parse(readFileSync(file, 'utf8')) as Values;

/** Labels that only a release has, and what it keeps. */
const OF_A_RELEASE = ['app.kubernetes.io/instance', 'app.kubernetes.io/managed-by', 'helm.sh/chart'];
const KEPT = 'helm.sh/resource-policy';

type Named = Record<string, string>;
const without = (all: Named | undefined, names: readonly string[]): Named =>
  Object.fromEntries(Object.entries(all ?? {}).filter(([name]) => !names.includes(name)));

/** Documents by their names; a release makes no namespace. */
const comparable = (manifests: readonly Manifest[]): Record<string, unknown> =>
  Object.fromEntries(
    (manifests as readonly (Manifest & { metadata: { annotations?: Named } })[])
      .filter(({ kind }) => kind !== 'Namespace')
      .map(({ metadata, ...document }) => {
        const labels = without(metadata.labels, OF_A_RELEASE);
        const annotations = without(metadata.annotations, [KEPT]);
        return [
          `${document.kind} ${metadata.name}`,
          { ...document, metadata: { ...metadata, labels, annotations } },
        ];
      }),
  );

/** Each field of values by its path, without those that an installation must have or whose choice is made elsewhere. */
const OPTIONAL = [
  ...['images.tags', 'images.digests', 'images.pullPolicy', 'images.pullSecrets', 'hosts.trustedProxies'],
  ...[
    'ingress',
    'ingress.className',
    'ingress.annotations',
    'ingress.tls',
    'ingress.tls.issuer',
    'ingress.tls.issuer.kind',
  ],
  ...['gateway', 'gateway.namespace', 'gateway.sectionName', 'gateway.annotations'],
  ...[
    'mail.annotations',
    'mail.tls',
    'mail.tls.issuer',
    'ftp.annotations',
    'ftp.address',
    'ftp.tls',
    'ftp.allowPlain',
  ],
  ...['pods', 'pods.labels', 'pods.annotations', 'pods.nodeSelector', 'pods.tolerations', 'pods.affinity'],
  ...[
    'pods.priorityClassName',
    'pods.serviceAccount',
    'workloads',
    'workloads.nats.nodeSelector',
    'resources',
  ],
  ...['storage.className', 'storage.backup', 'storage.temporary', 'storage.bytes', 'secrets.store.kind'],
  ...['secrets.refreshInterval', 'secretNames', 'settings', 'secretSettings', 'scaling.namespace'],
  ...[
    'network.authorities',
    'network.dnsAddresses',
    'monitoring.namespace',
    'monitoring.labels',
    'monitoring.dashboardLabels',
  ],
  ...['monitoring.prometheusUrl', 'backup.schedule', 'backup.keepDays', 'backup.store', 'backup.store.ports'],
];

/** Other words for what has to be there. */
const OTHER: Change[] = [
  ['secrets', { kind: 'plain' }],
  ['scaling.keda', false],
  ['monitoring.enabled', false],
  ['backup.enabled', false],
  ['replicas.brokers', 1],
  ['replicas.databases', 3],
  ['replicas.services', { min: 1, max: 2 }],
  ['mail.type', 'ClusterIP'],
  ['ftp.type', 'ClusterIP'],
  ['storage.nats', '3Gi'],
  ['resources.mongodb', { cpu: '1', memory: '512Mi', memoryLimit: '1536Mi' }],
  ['settings.importer', { SHUTDOWN_GRACE_MS: '90500' }],
  ['settings.api-gateway.SHUTDOWN_GRACE_MS', '40000'],
  // The load then decides.
  ['storage.nats', undefined],
  ['storage.mongodb', undefined],
];

/** Halves by chance, others in each run: of two changes that the chart confuses, one is tried without the other in every second run. */
function halved<T>(all: readonly T[]): [T[], T[]] {
  const isFirst = new Set(all.filter(() => Math.random() < 0.5));
  return [all.filter((one) => isFirst.has(one)), all.filter((one) => !isFirst.has(one))];
}

/** The values that set everything, with other values at some paths, or without them. */
function changedAll(changes: readonly Change[]): Values {
  const document = parseDocument(readFileSync(EVERY_VALUE, 'utf8'));
  for (const [path, value] of changes) {
    if (value === undefined) document.deleteIn(path.split('.'));
    else document.setIn(path.split('.'), value);
  }
  return document.toJS() as Values;
}

const changed = (path: string, value: unknown): Values => changedAll([[path, value]]);

describe.skipIf(!hasHelm() || !hasKubectl())('the chart', () => {
  let chart: Chart;
  const folder = mkdtempSync(join(tmpdir(), 'chart-values-'));
  beforeAll(async () => {
    chart = await writtenChart('1.0.0');
  }, PATIENCE_MS);
  afterAll(() => {
    chart.remove();
    removeWritten();
    rmSync(folder, { recursive: true });
  });

  const release = (file: string, from = chart.folder) =>
    templated(from, valuesIn(file).namespace ?? 'estate', file);
  const installed = new Map<string, Manifest[]>();
  const installation = (file: string): Manifest[] => {
    const known = installed.get(file) ?? release(file);
    installed.set(file, known);
    return known;
  };
  const fileOf = (values: Values, name = 'values.yaml'): string => {
    writeFileSync(join(folder, name), stringify(values));
    return join(folder, name);
  };
  const manifests = async (file: string) => comparable(render(await written(file)));

  it.each(INSTALLATIONS)(
    'the chart makes the documents that the manifests have: %s',
    async (file) => {
      const documents = comparable(installation(file));
      expect(Object.keys(documents).length).toBeGreaterThan(40);
      expect(documents).toEqual(await manifests(file));
    },
    PATIENCE_MS,
  );

  it(
    'the chart follows each value as the manifests do, and no value is without an effect',
    async () => {
      const changes = [...OPTIONAL.map((path): Change => [path, undefined]), ...OTHER];
      const [first, second] = halved(changes);
      const groups = [...(await combined(first, changedAll)), ...(await combined(second, changedAll))];
      expect(groups.flat()).toHaveLength(changes.length);
      for (const group of groups) {
        const file = fileOf(changedAll(group));
        const paths = group.map(([path]) => path).join(', ');
        expect(comparable(release(file)), paths).toEqual(await manifests(file));
      }
    },
    PATIENCE_MS,
  );

  it.each([
    ['by default', {}, {}],
    ['in S3', { BYTE_STORE: 's3://bucket' }, {}],
    ['on the way from GridFS', { BYTE_STORE: 's3://bucket', BYTE_STORE_FROM: 'gridfs' }, {}],
    ['in GridFS by a setting of the catalog', { BYTE_STORE: 's3://bucket' }, { BYTE_STORE: 'gridfs' }],
  ])(
    'the chart derives the volumes from the load as the manifests do: bytes %s',
    async (_where, bytes, catalog) => {
      const file = fileOf({ ...changed('storage', { bytes }), settings: { catalog } });
      expect(comparable(release(file))).toEqual(await manifests(file));
    },
    PATIENCE_MS,
  );

  it.each(INSTALLATIONS)('the chart has no faults that helm lint finds: %s', (file) => {
    const namespace = valuesIn(file).namespace ?? 'estate';
    const said = helm('lint', chart.folder, '--strict', '--namespace', namespace, '--values', file);
    expect(said).toContain('1 chart(s) linted, 0 chart(s) failed');
  });

  it.each([
    ['a value of a wrong type', 'replicas.services', { min: 'two', max: 3 }, '/replicas/services/min'],
    ['a field that there is not', 'storage.natss', '3Gi', 'natss'],
    ['a size without a unit', 'storage.nats', '20', '/storage/nats'],
    ['an FTP server without encryption', 'ftp', { type: 'ClusterIP', host: 'ftp.example.org' }, '/ftp'],
    ['a secret as a setting', 'settings', { 'api-gateway': { OPERATOR_TOKEN: 'plain' } }, 'OPERATOR_TOKEN'],
    ['another namespace than that of the release', 'namespace', 'other', 'namespace other'],
  ])('the chart refuses %s', (_what, path, value, complaint) => {
    const file = fileOf(changed(path, value));
    expect(() => templated(chart.folder, 'homes', file)).toThrow(complaint);
  });

  it('the chart refuses values with neither a size nor a load', () => {
    const { load: _load, ...values } = valuesIn('deploy/test/values/own-stores.yaml');
    expect(() => release(fileOf(values))).toThrow('nats');
  });

  it('a chart with a template that does not end is refused', () => {
    const broken = join(folder, 'broken');
    cpSync(chart.folder, broken, { recursive: true });
    const file = join(broken, 'templates/backup.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.slice(0, text.lastIndexOf('{{- end }}')));
    expect(() => helm('lint', broken, '--namespace', 'homes', '--values', EVERY_VALUE)).toThrow();
    expect(() => release(EVERY_VALUE, broken)).toThrow('backup.yaml');
  });

  it('a chart whose template forgets a condition is not that of the manifests', async () => {
    const wrong = join(folder, 'wrong');
    cpSync(chart.folder, wrong, { recursive: true });
    const file = join(wrong, 'templates/entrances.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll('(kindIs "map" $.Values.gateway)', 'true'));
    const values = fileOf(changed('gateway', undefined));
    expect(comparable(release(values))).toEqual(await manifests(values));
    expect(comparable(release(values, wrong))).not.toEqual(await manifests(values));
  });

  it('an upgrade from the released installation changes no field that a cluster lets nobody change', () => {
    const before = JSON.parse(readFileSync('deploy/test/released-fixed-fields.json', 'utf8')) as Record<
      string,
      unknown
    >;
    const after = fixedFields(installation('deploy/values/production.yaml'));
    expect(Object.keys(before).length).toBeGreaterThan(12);
    expect(Object.keys(after)).toEqual(expect.arrayContaining(Object.keys(before)));
    expect(upgradeProblems(before, after)).toEqual([]);
    const labelled = structuredClone(after) as Record<
      string,
      { selector: { matchLabels: Record<string, string> } }
    >;
    labelled['Deployment catalog']!.selector.matchLabels['app.kubernetes.io/name'] = 'catalog';
    expect(upgradeProblems(before, labelled)).toEqual([
      'Deployment catalog has other fields that cannot be changed',
    ]);
  });

  it(
    'an upgrade changes the version of the chart and the images, and replaces no ConfigMap',
    async () => {
      const next = await writtenChart('1.1.0');
      const values = {
        ...valuesIn(EVERY_VALUE),
        images: { registry: 'images.example.org/estate', tag: '2.1.0' },
      };
      const file = fileOf(values, 'next.yaml');
      const [before, after] = [installation(EVERY_VALUE), release(file, next.folder)];
      next.remove();
      const mapsOf = (all: readonly Manifest[]) =>
        Object.keys(comparable(all)).filter((name) => name.startsWith('ConfigMap'));
      expect(mapsOf(after)).toEqual(mapsOf(before));
      expect(after[0]?.metadata.labels).toMatchObject({ 'helm.sh/chart': 'estate-1.1.0' });
      expect(JSON.stringify(after)).toContain('images.example.org/estate/catalog:2.1.0');
    },
    PATIENCE_MS,
  );

  it('helm test asks the API and the broker as an operator', () => {
    const all = helm('template', 'estate', chart.folder, '--namespace', 'homes', '--values', EVERY_VALUE);
    expect(all).toContain('name: REK_URL');
    expect(all).toContain('"images.example.org/estate/rek:2.0.0"');
  });

  it.each([
    ['trusts the authorities of the operator', 'deploy/test/values/own-stores.yaml', 'own-authority'],
    ['has no volume without authorities', 'deploy/values/local.yaml', undefined],
  ])('the pod of helm test %s', (_what, file, authorities) => {
    const all = documentsIn(
      helm('template', 'estate', chart.folder, '--namespace', 'estate', '--values', file),
    );
    const doctor = all.find(({ kind }) => kind === 'Pod') as unknown as { spec: IPodSpec };
    const [service] = ofKind(all, 'Deployment');
    const { volumes = [], containers } = podSpec(service!);
    const isOfAuthorities = ({ name }: { name: string }) =>
      ['authorities', 'NODE_EXTRA_CA_CERTS'].includes(name);
    expect(doctor.spec.volumes?.map(({ secret }) => secret?.secretName)).toEqual(
      authorities === undefined ? undefined : [authorities],
    );
    expect(doctor.spec.volumes ?? []).toEqual(volumes.filter(isOfAuthorities));
    expect(doctor.spec.containers[0]?.volumeMounts ?? []).toEqual(
      containers[0]?.volumeMounts?.filter(isOfAuthorities),
    );
    expect(doctor.spec.containers[0]?.env?.filter(isOfAuthorities)).toEqual(
      containers[0]?.env?.filter(isOfAuthorities),
    );
  });
});
