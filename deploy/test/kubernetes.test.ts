import { readFileSync } from 'node:fs';
import type { Deployment } from 'kubernetes-models/apps/v1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { consumersOf, databasePasswordName, manifests as services, serviceNames } from '@estate/manifests';
import { streamOf } from '@estate/messaging';
import { clusterPrograms, environmentOf, openSecrets, settingsOf } from '../src/cluster-programs.ts';
import { danglingNames, rightsProblems } from '../src/cluster-problems.ts';
import { containersOf, nameOf, ofKind, podSpec } from '../src/cluster.ts';
import type { Manifest } from '../src/cluster.ts';
import { readCode, secretsIn } from '../src/code.ts';
import { fieldProblems } from '../src/field-problems.ts';
import { LEAST_KEDA_VERSION } from '../src/kubernetes/values.ts';
import { valueProblems } from '../src/manifest-models.ts';
import { networkProblems } from '../src/network-problems.ts';
import { programProblems } from '../src/program.ts';
import type { Code } from '../src/program.ts';
import { render } from './documents.fixture.ts';
import { hasKubectl } from './kubectl.fixture.ts';
import { removeWritten, written } from './written.fixture.ts';

/** The types of a whole cluster take a while on a busy machine. */
const COMPILE_MS = 180_000;
const INSTALLATIONS = ['local', 'production'] as const;

describe.skipIf(!hasKubectl())('the manifests', () => {
  const rendered = new Map<string, Manifest[]>();
  let code: Code;
  beforeAll(async () => {
    for (const name of INSTALLATIONS) rendered.set(name, render(await written(`deploy/values/${name}.yaml`)));
    code = await readCode();
  });
  afterAll(removeWritten);

  const everyService = (manifests: readonly Manifest[]) =>
    ofKind(manifests, 'ConfigMap').find((one) => nameOf(one).startsWith('every-service-'))?.data ?? {};

  /** Its own copy of what an installation gives. */
  const manifestsOf = (name: string): Manifest[] => structuredClone(rendered.get(name) ?? []);
  const programsProblems = (manifests: Manifest[]) =>
    clusterPrograms(manifests).flatMap((program) => programProblems(program, code));
  const deployment = (manifests: Manifest[], name: string) => {
    const found = ofKind(manifests, 'Deployment').find((one) => nameOf(one) === name)!;
    return { found, container: containersOf(found)[0]! };
  };

  it.each(INSTALLATIONS)('%s: every document is one of its kind, field by field', async (installation) => {
    const manifests = manifestsOf(installation);
    expect(manifests.length).toBeGreaterThan(40);
    expect(await valueProblems(manifests)).toEqual([]);
  });

  it(
    'the manifests have no field that their types do not have',
    () => {
      const manifests = manifestsOf('production');
      const [budget] = structuredClone(manifests.filter(({ kind }) => kind === 'PodDisruptionBudget'));
      const broken = { ...budget!, spec: { maxUnavailabel: 1 } };
      // One run of the compiler for both: what is right, and what it must find.
      expect(fieldProblems([...manifests, broken])).toEqual([expect.stringContaining('maxUnavailabel')]);
    },
    COMPILE_MS,
  );

  it('manifests with a value of a wrong type or an unknown kind are rejected', async () => {
    const manifests = manifestsOf('local');
    Object.assign(deployment(manifests, 'catalog').found.spec!, { minReadySeconds: 'ten' });
    Object.assign(
      manifests.find(({ kind }) => kind === 'Service')!,
      { kind: 'Servise' },
    );
    expect((await valueProblems(manifests)).toSorted()).toEqual([
      expect.stringMatching(/^Deployment catalog: .*minReadySeconds must be integer/),
      'v1/Servise is of no known kind',
    ]);
  });

  it.each(INSTALLATIONS)(
    '%s: every variable, port, probe and secret is one of the code, and none is missing',
    (installation) => {
      expect(programsProblems(manifestsOf(installation))).toEqual([]);
    },
  );

  it.each(INSTALLATIONS)('%s: every secret of a service comes from a Secret', (installation) => {
    expect(openSecrets(manifestsOf(installation), code.schemas)).toEqual([]);
  });

  it('manifests with a secret as plain text, or without one, are rejected', () => {
    const manifests = manifestsOf('production');
    const { container } = deployment(manifests, 'api-gateway');
    const envOf = (name: string) => container.env!.find((one) => one.name === name)!;
    const secret = envOf('OPERATOR_OIDC_CLIENT_SECRET');
    delete secret.valueFrom;
    secret.value = 'plain';
    container.env = container.env!.filter((one) => one !== envOf('OTEL_EXPORTER_OTLP_HEADERS'));
    expect(openSecrets(manifests, code.schemas)).toEqual([
      'api-gateway does not take OTEL_EXPORTER_OTLP_HEADERS from one Secret',
      'api-gateway does not take OPERATOR_OIDC_CLIENT_SECRET from one Secret',
    ]);
  });

  it('every variable that speaks of a password, a token or a key is marked as a secret', () => {
    const speaking = /password|credentials|token|secret|[^-]key(?!s? and)/i;
    // Files, times and sizes of what is secret, and what signs in with a secret of its own.
    const OPEN = /_(FILE|MS|BYTES|PER_MINUTE|BURST|ID|PLAIN)$|^BYTE_STORE(_FROM)?$/;
    const unmarked = Object.entries(code.schemas).flatMap(([service, schema]) => {
      const secrets = secretsIn(schema);
      return Object.entries(schema.shape)
        .filter(
          ([name, one]) =>
            !secrets.includes(name) &&
            !OPEN.test(name) &&
            speaking.test(`${name} ${(one as z.ZodType).description ?? ''}`),
        )
        .map(([name]) => `${service} ${name}`);
    });
    expect(unmarked).toEqual([]);
  });

  it('manifests with an unknown variable, port, probe or secret are rejected', () => {
    const manifests = manifestsOf('production');
    const { container } = deployment(manifests, 'catalog');
    container.env!.push({ name: 'PROCESSING_CONCURENCY', value: '2' });
    container.readinessProbe!.httpGet!.path = '/ready';
    container.ports![0]!.containerPort = 9999;
    const gateway = deployment(manifests, 'api-gateway').container;
    gateway.env = gateway.env!.filter(({ name }) => name !== 'OPERATOR_TOKEN');
    const notifier = deployment(manifests, 'notifier').container;
    notifier.env!.find(({ name }) => name === 'VAULT_KEYS')!.valueFrom!.secretKeyRef!.key = 'VAULT_KEY';
    const found = programsProblems(manifests).join('\n');
    expect(found).toContain('catalog is given PROCESSING_CONCURENCY, which it does not read');
    expect(found).toContain('catalog is probed at /ready, which nobody answers');
    expect(found).toContain('catalog is expected at port 9999');
    expect(found).toContain('api-gateway would not start with its OPERATOR_TOKEN: is required but not set');
    expect(found).toContain('notifier takes VAULT_KEY from the secret notifier-secrets, which has none');
  });

  it.each(INSTALLATIONS)(
    '%s: no name leads nowhere, and nothing has more rights than it needs',
    (installation) => {
      expect(danglingNames(manifestsOf(installation))).toEqual([]);
      expect(rightsProblems(manifestsOf(installation))).toEqual([]);
    },
  );

  it('manifests with an unresolved name or an excessive permission are rejected', () => {
    const manifests = manifestsOf('production');
    ofKind(manifests, 'HorizontalPodAutoscaler')[0]!.spec.scaleTargetRef.name = 'gateway';
    ofKind(manifests, 'ServiceMonitor')[0]!.spec.endpoints[0]!.port = 'metrics';
    const { found, container } = deployment(manifests, 'inbox');
    container.ports = container.ports!.filter(({ name }) => name !== 'smtp');
    container.securityContext!.readOnlyRootFilesystem = false;
    podSpec(found).securityContext!.runAsNonRoot = false;
    expect(danglingNames(manifests)).toEqual([
      'Service mail: nobody listens on smtp',
      'ServiceMonitor api-gateway: no Service has a port metrics',
      'api-gateway scales gateway, which is not there',
    ]);
    expect(rightsProblems(manifests)).toEqual(['inbox may run as root', 'inbox/inbox may write to its root']);
  });

  it.each<[string, (importer: Deployment) => void]>([
    ['is scaled', ({ spec }) => (spec!.replicas = 2)],
    ['starts the next pod before the last one has ended', ({ spec }) => delete spec!.strategy],
    ['shares its label', ({ spec }) => (spec!.template.metadata!.labels!['app'] = 'importer')],
  ])('manifests in which the FTP server %s are rejected', (_how, change) => {
    const manifests = manifestsOf('production');
    change(deployment(manifests, 'importer-ftp').found);
    expect(danglingNames(manifests)).toContainEqual(
      expect.stringMatching(
        /^Service ftp: (the connections of a session can reach several pods|nobody listens)/,
      ),
    );
  });

  it('all replicas of the importer show the address of the FTP server, and one pod has it', () => {
    const programs = clusterPrograms(manifestsOf('production')).filter(
      ({ service }) => service === 'importer',
    );
    expect(programs.map(({ env }) => env.get('FTP_PORT'))).toEqual([undefined, '2122']);
    const shown = programs.map(({ env }) =>
      [...env].filter(([name]) => /^FTP_(PUBLIC|PASSIVE|CERTIFICATE)/.test(name)),
    );
    expect(shown[0]).toEqual(shown[1]);
    expect(shown[0]?.length).toBeGreaterThan(3);
  });

  it('the pod with the FTP server reaches the catalog, as the other replicas of the importer do', () => {
    const policies = ofKind(manifestsOf('production'), 'NetworkPolicy');
    const specOf = (name: string) => policies.find((one) => nameOf(one) === name)?.spec;
    const callers = specOf('catalog')!.ingress!.flatMap(({ from = [] }) => from);
    for (const app of ['importer', 'importer-ftp']) {
      expect(callers).toContainEqual({ podSelector: { matchLabels: { app } } });
      expect(specOf(app)?.egress?.[0]?.to).toEqual([{ podSelector: { matchLabels: { app: 'catalog' } } }]);
    }
  });

  it.each(INSTALLATIONS)('%s: only who must may leave, and only to public networks', (installation) => {
    expect(networkProblems(manifestsOf(installation))).toEqual([]);
  });

  it('manifests with an excessive or a missing egress rule are rejected', () => {
    const manifests = manifestsOf('production');
    const policies = ofKind(manifests, 'NetworkPolicy');
    const policy = (name: string) => policies.find((one) => nameOf(one) === name)!.spec!;
    policy('catalog').egress![0]!.to![0]!.ipBlock!.except!.shift();
    policy('services-to-stores').egress![0]!.to = [{ ipBlock: { cidr: '10.0.0.0/8' } }];
    policy('inbox').ingress![1]!.ports![0]!.port = 25;
    policy('nothing').policyTypes = ['Ingress'];
    policy('importer').egress!.pop();
    expect(networkProblems(manifests)).toEqual([
      'there is no policy that denies everything',
      'importer cannot leave',
      '(everybody) may leave',
      'importer cannot reach a byte store in S3',
      expect.stringMatching(/^catalog lets out to 0\.0\.0\.0\/0 except 10\.0\.0\.0\/8, 100/),
      'services-to-stores lets out to 10.0.0.0/8 except ',
      'inbox opens 25, where nobody listens',
    ]);
  });

  it('the solvers of cert-manager answer an authority, and their policy opens nothing else', () => {
    const manifests = manifestsOf('production');
    const { spec } = ofKind(manifests, 'NetworkPolicy').find((one) => nameOf(one) === 'certificates')!;
    expect(spec).toEqual({
      podSelector: { matchLabels: { 'acme.cert-manager.io/http01-solver': 'true' } },
      policyTypes: ['Ingress'],
      ingress: [{ ports: [{ protocol: 'TCP', port: 8089 }] }],
    });
    spec!.ingress![0]!.ports![0]!.port = 8080;
    expect(networkProblems(manifests)).toEqual(['certificates opens 8080, where nobody listens']);
  });

  it('broker and database have exporters where the metrics are read, and nowhere else', () => {
    const exportersIn = (installation: string) =>
      ofKind(manifestsOf(installation), 'StatefulSet').flatMap((one) =>
        containersOf(one).filter(({ name }) => name === 'exporter'),
      );
    expect(exportersIn('production')).toHaveLength(2);
    expect(exportersIn('local')).toEqual([]);
  });

  it('manifests scale the workers by the lag of each of their consumers', () => {
    const triggers = ofKind(manifestsOf('production'), 'ScaledObject').flatMap(({ spec }) => spec.triggers);
    const watched = triggers.filter(({ type }) => type === 'nats-jetstream').map(({ metadata }) => metadata);
    expect(watched).toEqual(
      services
        .flatMap(consumersOf)
        .map(({ name, filter }) => expect.objectContaining({ consumer: name, stream: streamOf(filter) })),
    );
  });

  it('the version of KEDA that is documented has a fallback for the metric types of the triggers', () => {
    const scaled = ofKind(manifestsOf('production'), 'ScaledObject').map(({ spec }) => spec);
    const types = scaled.flatMap(({ fallback, triggers }) =>
      fallback ? triggers.map(({ metricType = 'AverageValue' }) => metricType) : [],
    );
    expect(new Set(types)).toEqual(new Set(['AverageValue', 'Value']));
    const needed = new RegExp(`KEDA\\]?\\S* ${LEAST_KEDA_VERSION.replace('.', '\\.')} or newer`);
    for (const file of ['docs/deployment.md', 'deploy/values/schema.json'])
      expect(readFileSync(file, 'utf8')).toMatch(needed);
  });

  it.each([
    ['nats', 'deploy/nats/cluster.conf', 'deploy/nats/users.conf'],
    ['mongodb', 'deploy/mongodb/set-up.js'],
  ])('%s finds every variable that its files read, and every secret is made', (name, ...files) => {
    const manifests = manifestsOf('production');
    const workload = ofKind(manifests, 'StatefulSet').find((one) => nameOf(one) === name)!;
    const given = new Map(
      containersOf(workload).flatMap((one) => [...environmentOf(one, settingsOf(manifests))]),
    );
    const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    const read = [...text.matchAll(/\$(NATS_\w+)|required\('(\w+)'\)/g)].map(
      ([, conf, script]) => conf ?? script,
    );
    const computed = name === 'mongodb' ? serviceNames.map(databasePasswordName) : [];
    // It knows its own name by itself.
    const named = new Set([...given.keys(), 'NATS_SERVER_NAME']);
    expect([...new Set([...read, ...computed])].filter((one) => !named.has(one ?? ''))).toEqual([]);
    for (const value of given.values()) {
      if (typeof value !== 'string') expect(code.secrets[value.secret]).toHaveProperty([value.key]);
    }
  });

  it('the manifests go to a node with a copy of each stream on as many brokers as there are', () => {
    for (const installation of INSTALLATIONS) {
      const manifests = manifestsOf(installation);
      const brokers = ofKind(manifests, 'StatefulSet').find((one) => nameOf(one) === 'nats')!;
      const replicas = everyService(manifests)['NATS_STREAM_REPLICAS'];
      expect(String(brokers.spec?.replicas)).toBe(replicas);
      const config = replicas === '1' ? 'server.conf' : 'cluster.conf';
      expect(containersOf(brokers)[0]?.command?.at(-1)).toBe(`/etc/nats/${config}`);
      const files = ofKind(manifests, 'ConfigMap').find((one) => nameOf(one).startsWith('nats-files-'));
      expect(Object.keys(files?.data ?? {})).toEqual(expect.arrayContaining([config, 'users.conf']));
    }
  });
});
