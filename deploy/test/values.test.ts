import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse, stringify } from 'yaml';
import type { ICronJob } from 'kubernetes-models/batch/v1';
import { serviceNames } from '@estate/manifests';
import { STREAM_SHARES } from '@estate/messaging';
import { POOL_SIZE } from '@estate/persistence';
import { afterAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { clusterPrograms, openSecrets } from '../src/cluster-programs.ts';
import { readCode, schemaOf } from '../src/code.ts';
import { containersOf, nameOf, ofKind, podSpec } from '../src/cluster.ts';
import type { Manifest } from '../src/cluster.ts';
import { backupDocuments } from '../src/kubernetes/backup.ts';
import { bytesOf } from '../src/kubernetes/parts.ts';
import { readValues } from '../src/kubernetes/read-values.ts';
import type { Values } from '../src/kubernetes/values.ts';
import { withinNamespace } from '../src/kubernetes/within-namespace.ts';
import { valueProblems } from '../src/manifest-models.ts';
import { programProblems } from '../src/program.ts';
import { KUBERNETES, newSecrets } from '../src/secrets.ts';
import { fixedFields, upgradeProblems } from '../src/upgrade-problems.ts';
import { documentsIn, render } from './documents.fixture.ts';
import { hasKubectl } from './kubectl.fixture.ts';
import { documentsOf } from './made-documents.fixture.ts';
import { removeWritten, written, writtenOf } from './written.fixture.ts';

type Draft = z.input<typeof Values>;
/** A JSON Schema, as far as it is looked at. */
interface Schema {
  properties?: Record<string, Schema>;
  description?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  const?: unknown;
}

const valuesOf = (name: string) => parse(readFileSync(`deploy/values/${name}.yaml`, 'utf8')) as Draft;
const changed = (change: (values: Draft) => void): Draft => {
  const values = valuesOf('production');
  change(values);
  return values;
};
const ownStores = () => parse(readFileSync('deploy/test/values/own-stores.yaml', 'utf8')) as object;
const named = (manifests: readonly Manifest[], kind: string, start: string) =>
  manifests.find((one) => one.kind === kind && nameOf(one).startsWith(start));
const deploymentOf = (manifests: readonly Manifest[], name: string) =>
  containersOf(ofKind(manifests, 'Deployment').find((one) => nameOf(one) === name)!)[0]!;
const temporarySizes = (manifests: readonly Manifest[]) =>
  Object.fromEntries(
    ofKind(manifests, 'Deployment').map((one) => {
      const volumes = one.spec?.template?.spec?.volumes ?? [];
      return [nameOf(one), volumes.find(({ name }) => name === 'tmp')?.emptyDir?.sizeLimit];
    }),
  );
afterAll(removeWritten);

describe('a values file', () => {
  it('the shipped values are valid by their JSON Schema, in which every field is described', () => {
    const schema = JSON.parse(readFileSync('deploy/values/schema.json', 'utf8')) as Schema;
    const ajv = new Ajv2020({ strict: false, formats: { cidrv4: true, cidrv6: true } });
    (addFormats as unknown as (one: Ajv2020) => void)(ajv);
    const validate = ajv.compile(schema);
    for (const name of ['local', 'production']) {
      expect(validate(valuesOf(name)), JSON.stringify(validate.errors)).toBe(true);
    }
    expect(validate(changed((values) => (values.hosts.publicUrl = 'api')))).toBe(false);
    expect(undescribed(schema, '')).toEqual([]);
  });

  it.each([
    [
      'a misspelt field',
      (values: Draft) => Object.assign(values, { storge: {} }),
      'Unrecognized key: "storge"',
    ],
    ['a wrong size', (values: Draft) => (values.storage.nats = '20GB'), 'at storage.nats'],
    [
      'an unknown service',
      (values: Draft) => Object.assign(values, { settings: { catalogue: {} } }),
      'catalogue',
    ],
    ['an FTP server without TLS', (values: Draft) => void delete values.ftp.tls, 'at ftp'],
    [
      'a secret as a setting',
      (values: Draft) => (values.settings = { 'api-gateway': { OPERATOR_OIDC_CLIENT_SECRET: 'plain' } }),
      'settings.api-gateway.OPERATOR_OIDC_CLIENT_SECRET is a secret',
    ],
    [
      'a time to end that is no number',
      (values: Draft) => (values.settings = { catalog: { SHUTDOWN_GRACE_MS: 'a minute' } }),
      'at settings.catalog.SHUTDOWN_GRACE_MS',
    ],
    ['two brokers', (values: Draft) => Object.assign(values.replicas, { brokers: 2 }), 'at replicas.brokers'],
  ])('%s is refused, and named', async (_what, change, complaint) => {
    await expect(documentsOf(changed(change))).rejects.toThrow(complaint);
  });
});

/** Fields without a description, but for those that only hold others. */
function undescribed(schema: Schema, path: string): string[] {
  const { properties = {}, description, anyOf = [], oneOf = [] } = schema;
  const parts = [...anyOf, ...oneOf];
  const inner = Object.entries(properties).flatMap(([name, one]) => undescribed(one, `${path}.${name}`));
  const hasParts = Object.keys(properties).length > 0 || parts.length > 0;
  return [
    ...inner,
    ...parts.flatMap((part) => (part.properties ? undescribed(part, path) : [])),
    ...(description === undefined && !hasParts ? [path] : []),
  ];
}

describe.skipIf(!hasKubectl())('the names of ConfigMaps', () => {
  it('a change of a setting changes the name that pods refer to, and nothing else of them', async () => {
    const before = render(await written('deploy/values/production.yaml'));
    const after = render(
      await writtenOf(changed((values) => (values.hosts.publicUrl = 'https://other.example.org'))),
    );
    const settingOf = (manifests: readonly Manifest[]) => {
      const container = deploymentOf(manifests, 'api-gateway');
      return container.env?.find(({ name }) => name === 'PUBLIC_URL')?.valueFrom?.configMapKeyRef?.name;
    };
    expect(settingOf(before)).toMatch(/^settings-\w+$/);
    expect(settingOf(after)).toMatch(/^settings-\w+$/);
    expect(settingOf(after)).not.toBe(settingOf(before));
    expect(deploymentOf(after, 'api-gateway').envFrom).toEqual(deploymentOf(before, 'api-gateway').envFrom);
  });
});

describe('what the values of an installation decide', () => {
  it('production has TLS for API and mail, a class of Ingress, pull secrets, dashboards, and the label of Prometheus', async () => {
    const manifests = await documentsOf(valuesOf('production'));
    expect(named(manifests, 'Ingress', 'api')).toMatchObject({
      spec: { ingressClassName: 'nginx', tls: [{ hosts: ['api.example.org'], secretName: 'api-tls' }] },
    });
    expect(named(manifests, 'Certificate', 'mail')).toMatchObject({
      spec: { dnsNames: ['mail.example.org'], secretName: 'mail-tls', issuerRef: { name: 'letsencrypt' } },
    });
    const inbox = deploymentOf(manifests, 'inbox');
    expect(inbox.env).toContainEqual({ name: 'SMTP_CERTIFICATE_FILE', value: '/tls/tls.crt' });
    expect(inbox.volumeMounts).toContainEqual({ name: 'tls', mountPath: '/tls', readOnly: true });
    const pods = ofKind(manifests, 'Deployment').map(({ spec }) => spec?.template.spec);
    const stores = ofKind(manifests, 'StatefulSet').map(({ spec }) => spec?.template.spec);
    const backups = ofKind(manifests, 'CronJob').map(({ spec }) => spec?.jobTemplate.spec?.template.spec);
    for (const pod of [...pods, ...stores, ...backups])
      expect(pod?.imagePullSecrets).toEqual([{ name: 'registry-login' }]);
    expect(named(manifests, 'ConfigMap', 'dashboard-estate-overview')?.metadata.labels).toMatchObject({
      grafana_dashboard: '1',
    });
    const watched = manifests.filter(({ kind }) => ['ServiceMonitor', 'PrometheusRule'].includes(kind));
    expect(watched.length).toBeGreaterThan(6);
    for (const { metadata } of watched)
      expect(metadata.labels).toMatchObject({ release: 'kube-prometheus-stack' });
    expect(JSON.stringify(named(manifests, 'NetworkPolicy', 'names'))).toContain('169.254.20.10/32');
  });

  it('what kustomize has replaced is not used', async () => {
    const kustomization = parse(
      readFileSync(join(await written('deploy/values/production.yaml'), 'kustomization.yaml'), 'utf8'),
    ) as object;
    expect(Object.keys(kustomization)).toEqual([
      'apiVersion',
      'kind',
      'namespace',
      'resources',
      'configMapGenerator',
    ]);
  });

  it('images, resources, settings, the size of /tmp, namespace and the address of the runbook are those of the values', async () => {
    const manifests = await documentsOf(
      changed((values) => {
        values.namespace = 'homes';
        values.images.tags = { catalog: '1.0.1' };
        values.resources = { catalog: { cpu: '1', memory: '1Gi', memoryLimit: '2Gi' } };
        values.settings = { catalog: { PROCESSING_CONCURRENCY: '8' } };
        values.storage.bytes = {};
        values.storage.temporary = { importer: '50Gi' };
        values.monitoring.runbookUrl = 'https://wiki.example.org/monitoring.md';
      }),
    );
    const catalog = deploymentOf(manifests, 'catalog');
    expect(catalog.image).toBe('images.example.org/estate/catalog:1.0.1');
    expect(deploymentOf(manifests, 'inbox').image).toBe('images.example.org/estate/inbox:1.0.0');
    expect(catalog.resources?.limits).toEqual({ memory: '2Gi' });
    expect(catalog.env).toContainEqual({ name: 'PROCESSING_CONCURRENCY', value: '8' });
    expect(temporarySizes(manifests)).toMatchObject({ importer: '50Gi', catalog: '4Gi' });
    const rules = JSON.stringify(named(manifests, 'PrometheusRule', 'estate'));
    expect(rules).toContain('https://wiki.example.org/monitoring.md#apislow');
    expect(rules).toContain('namespace=\\"homes\\"');
    const { spec } = named(manifests, 'PrometheusRule', 'estate') as unknown as {
      spec: { groups: { rules: { record?: string; expr: string; labels?: Record<string, string> }[] }[] };
    };
    const all = spec.groups.flatMap((group) => group.rules);
    expect(all.length).toBeGreaterThan(50);
    for (const { record, expr, labels } of all) {
      expect(withinNamespace(expr, 'homes')).toBe(expr);
      if (record !== undefined) expect(labels).toMatchObject({ namespace: 'homes' });
    }
    expect(all.find(({ record }) => record === 'consumer:dead_letters:max')?.expr).toContain(
      'dead_letters{namespace="homes"}',
    );
    expect(rules).not.toMatch(/docs\.example\.org|=\\"estate\\"/);
  });

  it('the Ingress of production lets the largest package for an import through', async () => {
    const manifests = await documentsOf(valuesOf('production'));
    const ingress = named(manifests, 'Ingress', 'api')!;
    const { annotations = {} } = ingress.metadata as { annotations?: Record<string, string> };
    const schema = await schemaOf('importer');
    const largest = (schema.shape['IMPORT_MAX_BYTES'] as z.ZodType).parse(undefined);
    expect(Number(annotations['nginx.ingress.kubernetes.io/proxy-body-size'])).toBe(largest);
  });

  it('services that nothing scales have the least number of replicas, and others no number', async () => {
    const replicasOf = async (keda: boolean) => {
      const values = changed((draft) => {
        draft.scaling.keda = keda;
        draft.replicas.services = { min: 3, max: 9 };
      });
      const deployments = ofKind(await documentsOf(values), 'Deployment');
      return Object.fromEntries(deployments.map((one) => [nameOf(one), one.spec?.replicas]));
    };
    const single = { 'importer-ftp': 1 };
    const others = { catalog: 3, distribution: 3, importer: 3, inbox: 3, notifier: 3 };
    expect(await replicasOf(false)).toEqual({ ...others, ...single, 'api-gateway': undefined });
    const withKeda = Object.entries(await replicasOf(true)).filter(([, count]) => count !== undefined);
    expect(Object.fromEntries(withKeda)).toEqual(single);
  });

  it('the importer has memory for its FTP server and for all packages that it reads at a time', async () => {
    const manifests = await documentsOf(valuesOf('production'));
    const { shape } = await schemaOf('importer');
    const defaultOf = (name: string) => Number((shape[name] as z.ZodType).parse(undefined));
    const megabytes =
      defaultOf('IMPORT_CONCURRENCY') * defaultOf('IMPORT_READ_MEMORY_MB') + defaultOf('FTP_MEMORY_MB');
    for (const name of ['importer', 'importer-ftp']) {
      const limit = bytesOf(String(deploymentOf(manifests, name).resources?.limits?.['memory']));
      // As docs/performance.md has measured the service itself.
      expect(limit).toBeGreaterThan((megabytes + 280) * 1_000_000);
    }
  });

  it('a pod may end for as long as SHUTDOWN_GRACE_MS of its service and the pause before it need', async () => {
    const values = changed((draft) => (draft.settings = { importer: { SHUTDOWN_GRACE_MS: '90500' } }));
    const manifests = await documentsOf(values);
    const seconds = Object.fromEntries(
      ofKind(manifests, 'Deployment').map((one) => [nameOf(one), podSpec(one).terminationGracePeriodSeconds]),
    );
    expect(seconds).toMatchObject({ catalog: 35, inbox: 35, importer: 101, 'importer-ftp': 101 });
    const shared = named(manifests, 'ConfigMap', 'every-service') as unknown as {
      data: Record<string, string>;
    };
    expect(shared.data['SHUTDOWN_GRACE_MS']).toBe('25000');
    const [, pauseMs] = /(\d+)\)$/.exec(
      deploymentOf(manifests, 'catalog').lifecycle!.preStop!.exec!.command!.at(-1)!,
    )!;
    expect(25 + Number(pauseMs) / 1000).toBeLessThan(35);
  });

  it('a replica whose event loop is blocked says where before its liveness probe ends it', async () => {
    const manifests = await documentsOf(valuesOf('production'));
    const shared = named(manifests, 'ConfigMap', 'every-service') as unknown as {
      data: Record<string, string>;
    };
    const limitMs = Number(shared.data['EVENT_LOOP_LIMIT_MS']);
    for (const one of ofKind(manifests, 'Deployment')) {
      const {
        periodSeconds = 10,
        timeoutSeconds = 1,
        failureThreshold = 3,
      } = containersOf(one)[0]!.livenessProbe!;
      const soonest = periodSeconds * (failureThreshold - 1) + timeoutSeconds;
      // It looks twenty times within its limit, and once more for what happened between two looks.
      expect((limitMs * 21) / 20).toBeLessThan(soonest * 1000);
    }
  });

  it('the backup has a user, a secret and a policy of its own, and archives all databases as of one moment', async () => {
    const manifests = await documentsOf(valuesOf('production'));
    const job = ofKind(manifests, 'CronJob').find((one) => nameOf(one) === 'backup');
    const container = job?.spec?.jobTemplate.spec?.template.spec?.containers[0];
    expect(container?.command?.at(-1)).toContain('mongodump --uri "$MONGODB_URI" --oplog');
    expect(container?.env).toEqual([
      { name: 'MONGODB_URI', valueFrom: { secretKeyRef: { name: 'backup-secrets', key: 'MONGODB_URI' } } },
    ]);
    expect(container?.securityContext).toMatchObject({ readOnlyRootFilesystem: true });
    expect(newSecrets(KUBERNETES)['backup-secrets']?.['MONGODB_URI']).toMatch(/^mongodb:\/\/backup:/);
    expect(JSON.stringify(named(manifests, 'NetworkPolicy', 'mongodb'))).toContain('"backup"');
  });
});

describe('the sizes of an installation', () => {
  const sizesOf = (change: (values: Draft) => void) => readValues(changed(change)).computed;
  const load = { properties: 1_000_000, publicationsPerHour: 100_000 };
  const IN_S3 = { bytes: { BYTE_STORE: 's3://bucket' } };

  it('sizes follow from the load: a week of events, as docs/performance.md counts them, fills 60 % of their stream', () => {
    const { volumes, storeBytes } = sizesOf((values) => Object.assign(values, { load, storage: IN_S3 }));
    // Two events for each publication, of which a day has a million, and three for each property of a first import; 1 kB each.
    const week = (7 * 1_000_000 * 2 + 3 * load.properties) * 1000;
    const filled = week / (storeBytes * (STREAM_SHARES.get('EVENTS') ?? 0));
    expect(filled).toBeGreaterThan(0.58);
    expect(filled).toBeLessThanOrEqual(0.6);
    expect(volumes).toEqual({ nats: '70Gi', mongodb: '629Gi' });
  });

  it('sizes that the values have win over those of the load, and one of both is needed', () => {
    const { volumes } = sizesOf((values) =>
      Object.assign(values, { load, storage: { ...IN_S3, nats: '9Gi' } }),
    );
    expect(volumes).toEqual({ nats: '9Gi', mongodb: '629Gi' });
    expect(() => sizesOf((values) => delete values.storage.nats)).toThrow('at storage.nats');
    expect(() => sizesOf((values) => delete values.storage.mongodb)).toThrow('at storage.mongodb');
  });

  it('the database accepts all connections of as many replicas as production can have', () => {
    const { databaseConnections } = sizesOf(() => undefined);
    const replicas = serviceNames.length * readValues(valuesOf('production')).replicas.services.max + 1;
    // A client has two connections more to each member, for its checks.
    expect(databaseConnections).toBeGreaterThan(replicas * (POOL_SIZE + 2));
    // The alert fires before the last one, and together they leave half of the memory.
    expect(databaseConnections * 1024 ** 2 * 2).toBe(bytesOf('3Gi'));
    const large = { resources: { mongodb: { cpu: '2', memory: '8Gi', memoryLimit: '16Gi' } } };
    expect(sizesOf((values) => Object.assign(values, large)).databaseConnections).toBe(8192);
  });

  it.each([
    ['by default', {}, {}, true],
    ['in S3', IN_S3.bytes, {}, false],
    ['in a directory', { BYTE_STORE: 'file:///bytes' }, {}, false],
    ['in S3 by a setting of the catalog', {}, IN_S3.bytes, false],
    ['in GridFS by a setting of the catalog', IN_S3.bytes, { BYTE_STORE: 'gridfs' }, true],
    ['on the way from GridFS', { ...IN_S3.bytes, BYTE_STORE_FROM: 'gridfs' }, {}, true],
  ])(
    'the database has space for the photos of the load while it has them: bytes %s',
    (_where, bytes, catalog, hasPhotos) => {
      const { volumes } = sizesOf((values) =>
        Object.assign(values, { load, storage: { bytes }, settings: { catalog } }),
      );
      // As docs/performance.md counts them: 20 photos of 260 kB a property.
      const photos = load.properties * 20 * 260_000;
      const others = load.properties * 65_000 + load.publicationsPerHour * 3_400_000;
      const filled = (others + (hasPhotos ? photos : 0)) / bytesOf(volumes.mongodb);
      expect(filled).toBeGreaterThan(0.59);
      expect(filled).toBeLessThanOrEqual(0.6);
    },
  );

  // volumeClaimTemplates are immutable: a version with other sizes cannot be applied to an installation that has only a load.
  it.each([
    { properties: 10_000, publicationsPerHour: 1_000, nats: '2Gi', inS3: '7Gi', inGridfs: '88Gi' },
    { properties: 200_000, publicationsPerHour: 20_000, nats: '14Gi', inS3: '126Gi', inGridfs: '1741Gi' },
    { properties: 1_000_000, publicationsPerHour: 100_000, nats: '70Gi', inS3: '629Gi', inGridfs: '8701Gi' },
  ])(
    'the sizes for a load of $properties properties are those of the version before',
    ({ nats, inS3, inGridfs, ...load }) => {
      const volumesOf = (storage: Draft['storage']) =>
        sizesOf((values) => Object.assign(values, { load, storage })).volumes;
      expect(volumesOf(IN_S3)).toEqual({ nats, mongodb: inS3 });
      expect(volumesOf({})).toEqual({ nats, mongodb: inGridfs });
    },
  );

  it('the shares of streams in docs/deployment.md are those of the code', () => {
    const rows = readFileSync('docs/deployment.md', 'utf8').matchAll(/^\| `([A-Z_]+)` +\| (\d+) % /gm);
    const told = Object.fromEntries([...rows].map(([, name, percent]) => [name, Number(percent) / 100]));
    expect(told).toEqual(Object.fromEntries(STREAM_SHARES));
  });
});

describe('a database and a broker of the operator', () => {
  it('with a database and a broker of the operator, services and backup reach these, and nothing of the included ones is left', async () => {
    const manifests = await documentsOf(ownStores());
    expect(ofKind(manifests, 'StatefulSet')).toEqual([]);
    const rest = manifests.filter((one) => /^(nats|mongodb)\b/.test(nameOf(one)));
    expect(rest.map((one) => `${one.kind} ${nameOf(one)}`)).toEqual([]);
    const egressOf = (name: string) =>
      ofKind(manifests, 'NetworkPolicy').find((one) => nameOf(one) === name)?.spec?.egress;
    const database = {
      to: [{ ipBlock: { cidr: '10.20.0.0/24' } }, { ipBlock: { cidr: 'fd00:20::/64' } }],
      ports: [{ protocol: 'TCP', port: 27_018 }],
    };
    const broker = {
      to: [{ ipBlock: { cidr: '10.30.0.0/24' } }],
      ports: [4222, 4223].map((port) => ({ protocol: 'TCP', port })),
    };
    expect(egressOf('services-to-stores')).toEqual([broker, database]);
    expect(egressOf('backup')).toEqual([database]);
    const queries = ofKind(manifests, 'ScaledObject')
      .flatMap(({ spec }) => spec.triggers)
      .map(({ type, metadata }) => ({ type, query: metadata['query'] ?? '' }));
    expect(queries.length).toBeGreaterThan(5);
    for (const { type, query } of queries) {
      expect(type).toBe('prometheus');
      expect(query).toContain('namespace="estate"');
    }
  });

  it('services and the backup trust the authorities of the operator', async () => {
    const manifests = await documentsOf(ownStores());
    const file = { name: 'authorities', mountPath: '/authorities', readOnly: true };
    const [job] = ofKind(manifests, 'CronJob');
    const backup = job?.spec?.jobTemplate.spec?.template.spec;
    const deployments = ofKind(manifests, 'Deployment');
    for (const spec of [...deployments.map((one) => podSpec(one)), backup]) {
      const [container] = spec?.containers ?? [];
      expect(container?.volumeMounts).toContainEqual(file);
      expect(spec?.volumes).toContainEqual({
        name: 'authorities',
        secret: { secretName: 'own-authority', items: [{ key: 'ca.crt', path: 'ca.crt' }] },
      });
    }
    for (const one of deployments)
      expect(containersOf(one)[0]?.env).toContainEqual({
        name: 'NODE_EXTRA_CA_CERTS',
        value: '/authorities/ca.crt',
      });
    const code = await readCode();
    expect(clusterPrograms(manifests).flatMap((program) => programProblems(program, code))).toEqual([]);
  });

  it.each([
    ['with a password', 'broker', 'nats://me:secret@nats.example.org:4222', 'at broker.external.address'],
    ['of another kind', 'database', 'postgres://db.example.org', 'at database.external.address'],
    ['with a database', 'database', 'mongodb://db.example.org/homes', 'at database.external.address'],
  ])('an address %s is refused', async (_what, store, address, complaint) => {
    const values = { ...valuesOf('local'), [store]: { external: { address, networks: ['10.0.0.0/8'] } } };
    await expect(documentsOf(values)).rejects.toThrow(complaint);
  });
});

describe('the database of the manifests', () => {
  it('no probe of a pod starts mongosh, which takes the memory of the database', async () => {
    const manifests = await documentsOf(valuesOf('production'));
    const probes = ofKind(manifests, 'StatefulSet').flatMap((one) =>
      containersOf(one).flatMap(({ livenessProbe, readinessProbe, startupProbe }) => [
        livenessProbe,
        readinessProbe,
        startupProbe,
      ]),
    );
    const commands = probes.flatMap((probe) => probe?.exec?.command ?? []);
    expect(commands.slice(0, 2)).toEqual(['bash', '-c']);
    expect(commands.join('\n')).not.toMatch(/mongosh|node/);
  });
});

describe('the places of pods', () => {
  it('brokers and databases never share a machine while there is another one; services may', async () => {
    const manifests = await documentsOf(valuesOf('production'));
    const overMachines = (kind: 'Deployment' | 'StatefulSet') =>
      ofKind(manifests, kind).flatMap(({ spec }) =>
        (spec?.template.spec?.topologySpreadConstraints ?? [])
          .filter(({ topologyKey }) => topologyKey === 'kubernetes.io/hostname')
          .map(({ whenUnsatisfiable }) => whenUnsatisfiable),
      );
    expect(overMachines('StatefulSet')).toEqual(['DoNotSchedule', 'DoNotSchedule']);
    expect(new Set(overMachines('Deployment'))).toEqual(new Set(['ScheduleAnyway']));
  });
});

describe('an upgrade of the manifests', () => {
  it('the label of the broker selects all that a broker with new users needs, and no service', async () => {
    const manifests = await documentsOf(valuesOf('production'));
    const ofBroker = manifests.filter(
      ({ metadata }) => metadata.labels?.['app.kubernetes.io/name'] === 'nats',
    );
    const names = ofBroker.map((one) => `${one.kind} ${nameOf(one).replace(/-\w{10}$/, '')}`);
    expect(names.toSorted()).toEqual([
      'ConfigMap nats-files',
      'NetworkPolicy nats',
      'PodDisruptionBudget nats',
      'Service nats-peers',
      'ServiceAccount nats',
      'ServiceMonitor nats',
      'StatefulSet nats',
    ]);
  });
});

describe('larger volumes', () => {
  it('larger volumes change nothing that cannot be changed but the template of the volumes', async () => {
    const fixedOf = async (values: Draft) => fixedFields(await documentsOf(values));
    const before = await fixedOf(valuesOf('production'));
    const after = await fixedOf(changed((values) => (values.storage.nats = '70Gi')));
    expect(upgradeProblems(before, after)).toEqual([
      'StatefulSet nats has other fields that cannot be changed',
    ]);
    const { volumeClaimTemplates, ...others } = after['StatefulSet nats'] as Record<string, unknown>;
    expect(before['StatefulSet nats']).toMatchObject(others);
    expect(JSON.stringify(volumeClaimTemplates)).toContain('"storage":"70Gi"');
  });
});

describe('backups in another place', () => {
  const STORE = {
    address: 's3://backups/estate?endpoint=https://s3.example.org',
    networks: ['198.51.100.0/24'],
    ports: [443],
  };
  const withStore = () =>
    backupDocuments(readValues(changed((values) => (values['backup'] = { enabled: true, store: STORE }))));
  const podOf = (documents: ReturnType<typeof backupDocuments>, name: string) =>
    (documents as (ICronJob & { metadata?: { name?: string } })[]).find(
      ({ kind, metadata }) => kind === 'CronJob' && metadata?.name === name,
    )?.spec?.jobTemplate.spec?.template.spec;

  it('backups in another place are sent there by the job after a dump that ended well', () => {
    const pod = podOf(withStore(), 'backup');
    expect(pod?.initContainers?.map(({ name }) => name)).toEqual(['backup']);
    const [send] = pod?.containers ?? [];
    expect(send?.image).toMatch(/\/rek:/);
    expect(send?.args).toEqual(['bin/main.js', 'archives', 'send', '/backup']);
    expect(send?.env).toContainEqual({ name: 'BACKUP_STORE', value: STORE.address });
    expect(send?.env).toContainEqual({
      name: 'BACKUP_STORE_SECRET_ACCESS_KEY',
      valueFrom: {
        secretKeyRef: { name: 'backup-secrets', key: 'BACKUP_STORE_SECRET_ACCESS_KEY', optional: true },
      },
    });
    expect(JSON.stringify(withStore())).toContain('"cidr":"198.51.100.0/24"');
  });

  it('backups in another place come back by a job that never runs by itself, before the databases are restored', () => {
    const documents = withStore();
    const pod = podOf(documents, 'restore');
    expect(pod?.initContainers?.[0]?.args).toEqual([
      ...['bin/main.js', 'archives', 'fetch', '$(ARCHIVE)', '--directory', '/backup'],
    ]);
    expect(pod?.containers[0]?.command?.at(-1)).toContain(
      'mongorestore --uri "$RESTORE_URI" --drop --oplogReplay',
    );
    expect(documents).toContainEqual(
      expect.objectContaining({
        metadata: expect.objectContaining({ name: 'restore' }) as unknown,
        spec: expect.objectContaining({ suspend: true }) as unknown,
      }),
    );
  });

  it('backups without another place stay on the volume, from which the job restores them', () => {
    const documents = backupDocuments(readValues(valuesOf('production')));
    expect(podOf(documents, 'backup')?.initContainers).toBeUndefined();
    expect(podOf(documents, 'restore')?.initContainers).toBeUndefined();
    expect(JSON.stringify(documents)).not.toContain('ipBlock');
  });

  it('backups of a database of the operator have no job that restores them', async () => {
    const manifests = await documentsOf(ownStores());
    expect(named(manifests, 'CronJob', 'backup')).toBeDefined();
    expect(named(manifests, 'CronJob', 'restore')).toBeUndefined();
  });

  it.each([
    ['the newest archive', '', '20260103T021500Z.gz'],
    ['the archive that the operator names', '20260101T021500Z.gz', '20260101T021500Z.gz'],
  ])('the job that restores takes %s', (_what, archive, taken) => {
    const directory = mkdtempSync(join(tmpdir(), 'restore-'));
    const names = ['20260103T021500Z.gz', '20260101T021500Z.gz', '20260104T021500Z.gz.part'];
    for (const name of names) writeFileSync(join(directory, name), '');
    const tool = '#!/bin/sh\nfor last; do :; done\necho "${last#--archive=}" > "$OUT"\n';
    writeFileSync(join(directory, 'mongorestore'), tool, { mode: 0o755 });
    const script = podOf(withStore(), 'restore')?.containers[0]?.command?.at(-1) ?? '';
    const out = join(directory, 'out');
    const env = {
      ...{ PATH: `${directory}:${process.env['PATH'] ?? ''}`, RESTORE_URI: 'mongodb://any' },
      ...{ ARCHIVE: archive, OUT: out },
    };
    expect(spawnSync('sh', ['-c', script.replaceAll('/backup', directory)], { env }).status).toBe(0);
    expect(readFileSync(out, 'utf8').trim()).toBe(join(directory, taken));
    rmSync(directory, { recursive: true });
  });
});

describe('the job that makes backups', () => {
  const directory = mkdtempSync(join(tmpdir(), 'backup-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  /** Runs its script with a mongodump that ends with a status; returns what is on the volume afterwards. */
  function archivesAfter(dumpStatus: number): string[] {
    const volume = mkdtempSync(join(directory, 'volume-'));
    const bin = mkdtempSync(join(directory, 'bin-'));
    const dump = `#!/bin/sh\nfor last; do :; done\necho new > "\${last#--archive=}"\nexit ${String(dumpStatus)}\n`;
    writeFileSync(join(bin, 'mongodump'), dump, { mode: 0o755 });
    for (const name of ['old.gz', 'failed.gz.part']) writeFileSync(join(volume, name), 'old');
    utimesSync(join(volume, 'old.gz'), 0, 0);
    const [, job] = backupDocuments(readValues(valuesOf('production'))) as ICronJob[];
    const [program = '', ...args] = job?.spec?.jobTemplate.spec?.template.spec?.containers[0]?.command ?? [];
    const script = args.map((arg) => arg.replaceAll('/backup', volume));
    const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, MONGODB_URI: 'mongodb://any' };
    expect(spawnSync(program, script, { env }).status).toBe(dumpStatus);
    return readdirSync(volume).map((name) => name.replace(/^\d{8}T\d{6}Z/, 'TIME'));
  }

  it('a job that ends well leaves its archive, and neither those that are too old nor parts of failed ones', () => {
    expect(archivesAfter(0)).toEqual(['TIME.gz']);
  });

  it('a job that fails leaves the older archives, and no file that looks like an archive', () => {
    expect(archivesAfter(1).toSorted()).toEqual(['TIME.gz.part', 'old.gz']);
  });
});

describe('the secrets of an installation', () => {
  it('external secrets are made for every program, each from its own key', async () => {
    const manifests = await documentsOf(
      changed((values) => {
        values.secrets = { kind: 'external', store: { name: 'vault' }, prefix: 'estate/production' };
      }),
    );
    const made = manifests.filter(({ kind }) => kind === 'ExternalSecret');
    expect(made.map(nameOf).toSorted()).toEqual(
      Object.keys(newSecrets(KUBERNETES))
        .filter((name) => !['operator-secrets', 'maintenance-secrets'].includes(name))
        .toSorted(),
    );
    expect(JSON.stringify(made[0])).toContain(`estate/production/${nameOf(made[0]!)}`);
    expect(await valueProblems(made)).toEqual([]);
  });

  it('a secret that has a Secret of its own comes from there, and the others from that of the service', async () => {
    const manifests = await documentsOf(
      changed((values) => {
        values.secretSettings = {
          'api-gateway': { OPERATOR_OIDC_CLIENT_SECRET: { secret: 'oidc', key: 'client-secret' } },
        };
      }),
    );
    const secrets = deploymentOf(manifests, 'api-gateway').env?.flatMap(({ name, valueFrom }) =>
      valueFrom?.secretKeyRef ? [[name, valueFrom.secretKeyRef]] : [],
    );
    expect(Object.fromEntries(secrets ?? [])).toMatchObject({
      OPERATOR_OIDC_CLIENT_SECRET: { name: 'oidc', key: 'client-secret' },
      OPERATOR_TOKEN: { name: 'api-gateway-secrets', key: 'OPERATOR_TOKEN' },
      OTEL_EXPORTER_OTLP_HEADERS: { name: 'api-gateway-secrets', optional: true },
    });
    expect(openSecrets(manifests, (await readCode()).schemas)).toEqual([]);
  });

  it('an installation without backups needs no secret for them, and none that exists under another name', async () => {
    const manifests = await documentsOf(
      changed((values) => {
        values.secrets = { kind: 'external', store: { name: 'vault' }, prefix: 'estate/production' };
        values.backup = { enabled: false };
        values.secretNames = { 'catalog-secrets': 'mine' };
      }),
    );
    const made = manifests.filter(({ kind }) => kind === 'ExternalSecret').map(nameOf);
    expect(made).toContain('inbox-secrets');
    expect(made).not.toContain('backup-secrets');
    expect(made).not.toContain('catalog-secrets');
    const uri = deploymentOf(manifests, 'catalog').env?.find(({ name }) => name === 'MONGODB_URI');
    expect(uri?.valueFrom?.secretKeyRef?.name).toBe('mine');
  });

  it('sealed secrets are taken from their files, and one that lacks a key is refused', async () => {
    const sealed = Object.entries(newSecrets(KUBERNETES)).map(([name, keys]) => ({
      apiVersion: 'bitnami.com/v1alpha1',
      kind: 'SealedSecret',
      metadata: { name },
      spec: { encryptedData: Object.fromEntries(Object.keys(keys).map((key) => [key, 'AgBy'])) },
    }));
    const folder = dirname(await written('deploy/values/local.yaml'));
    const values = valuesOf('production');
    values.secrets = { kind: 'sealed', files: ['sealed.yaml'] };
    writeFileSync(join(folder, 'values.yaml'), stringify(values));
    const write = (documents: readonly object[]) => {
      writeFileSync(join(folder, 'sealed.yaml'), documents.map((one) => stringify(one)).join('---\n'));
      return written(join(folder, 'values.yaml'));
    };
    const sealedAfter = async (documents: readonly object[]) => {
      const file = join(await write(documents), 'secrets.yaml');
      return documentsIn(readFileSync(file, 'utf8')).filter(({ kind }) => kind === 'SealedSecret');
    };
    expect(await sealedAfter(sealed)).toHaveLength(sealed.length);
    delete sealed.find(({ metadata }) => metadata.name === 'catalog-secrets')!.spec.encryptedData['NATS_URL'];
    await expect(write(sealed)).rejects.toThrow('the SealedSecret catalog-secrets has no NATS_URL');
    await expect(write(sealed.slice(1))).rejects.toThrow('there is no SealedSecret');
    values.backup = { enabled: false };
    writeFileSync(join(folder, 'values.yaml'), stringify(values));
    const withoutBackup = sealed.filter(({ metadata }) => metadata.name !== 'backup-secrets');
    Object.assign(
      withoutBackup.find(({ metadata }) => metadata.name === 'catalog-secrets')!.spec.encryptedData,
      {
        NATS_URL: 'AgBy',
      },
    );
    expect(await sealedAfter(withoutBackup)).toHaveLength(withoutBackup.length);
  });
});
