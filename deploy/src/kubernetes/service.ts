import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import type { IContainer, IService, IVolume, IVolumeMount } from 'kubernetes-models/v1';
import type { ServiceName } from '@estate/manifests';
import type { Deployed } from '../derived/deployed.ts';
import { budget } from './budget.ts';
import { isScaledByCpu } from './scaling.ts';
import { authoritiesOf, labelled, matching, resourcesOf, restricted, spread } from './parts.ts';
import type { Named } from './parts.ts';
import { podTemplate, serviceAccount } from './pods.ts';
import { rolesOf } from './roles.ts';
import type { Role } from './roles.ts';
import { servicePolicy } from './service-policy.ts';
import { PRE_STOP_MS } from './shutdown.ts';
import { dataPorts } from '../derived/environment.ts';
import { TLS_DIRECTORY, serviceEnvironment } from './service-environment.ts';
import type { Values } from './values.ts';

const USER_ID = 1000;

/** The documents of a service in a cluster. */
export function serviceDocuments(service: Deployed, all: readonly Deployed[], values: Values): Named[] {
  const { name } = service.manifest;
  return [
    serviceAccount(name, values),
    ...rolesOf(service).flatMap((role) => [
      deployment(role, values),
      clusterService(role),
      budget(role.app),
      servicePolicy(role, all, values),
    ]),
    ...(isScaledByCpu(service) ? [autoscaler(name, values)] : []),
  ];
}

const labelsOf = (app: string) => ({ ...labelled(app), 'estate/kind': 'service' });

function deployment({ app, service, isSingle }: Role, values: Values): IDeployment {
  const { name } = service.manifest;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: app, labels: labelled(app) },
    spec: {
      ...(isSingle ? { replicas: 1 } : replicas(service, values)),
      revisionHistoryLimit: 5,
      selector: matching(app),
      strategy: isSingle ? { type: 'Recreate' } : { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      template: podTemplate({ app: name, userId: USER_ID }, values, {
        labels: labelsOf(app),
        terminationGracePeriodSeconds: values.computed.graceSeconds[name],
        topologySpreadConstraints: spread(app),
        containers: [container(service, values)],
        volumes: volumesOf(service, values).map(({ volume }) => volume),
      }),
    },
  };
}

/** The number of replicas, unless an autoscaler sets it. */
const replicas = (service: Deployed, { scaling, replicas: { services } }: Values): { replicas?: number } =>
  scaling.keda || isScaledByCpu(service) ? {} : { replicas: services.min };

/** The image, by its digest if that is given: nodes then verify the image. */
function imageOf(name: ServiceName, { images: { registry, tag, tags, digests } }: Values): string {
  const digest = digests[name];
  return `${registry}/${name}:${tags[name] ?? tag}${digest === undefined ? '' : `@${digest}`}`;
}

function container(service: Deployed, values: Values): IContainer {
  const { manifest, facts } = service;
  const { name } = manifest;
  const { images } = values;
  return {
    name,
    image: imageOf(name, values),
    imagePullPolicy: images.pullPolicy,
    ports: [
      ...Object.entries(manifest.ports).map(([name, containerPort]) => ({ name, containerPort })),
      ...('ftp' in manifest.ports ? dataPorts : []).map(({ name, port }) => ({ name, containerPort: port })),
    ],
    envFrom: [{ configMapRef: { name: 'every-service' } }],
    env: serviceEnvironment(service, values),
    startupProbe: { httpGet: { path: '/livez', port: 'internal' }, periodSeconds: 2, failureThreshold: 30 },
    livenessProbe: { httpGet: { path: '/livez', port: 'internal' }, periodSeconds: 10, timeoutSeconds: 5 },
    readinessProbe: {
      httpGet: { path: '/readyz', port: 'internal' },
      periodSeconds: 3,
      timeoutSeconds: 3,
      failureThreshold: 2,
    },
    lifecycle: {
      preStop: { exec: { command: ['node', '-e', `setTimeout(() => {}, ${String(PRE_STOP_MS)})`] } },
    },
    resources: resourcesOf(values.resources[name] ?? facts),
    securityContext: restricted,
    volumeMounts: volumesOf(service, values).map(({ mount }) => mount),
  };
}

interface Mounted {
  volume: IVolume;
  mount: IVolumeMount;
}

function volumesOf({ manifest, facts }: Deployed, values: Values): Mounted[] {
  const { ftp, mail, storage } = values;
  const empty = (name: string, sizeLimit: string): Mounted => ({
    volume: { name, emptyDir: { sizeLimit } },
    mount: { name, mountPath: `/${name}` },
  });
  const { ports } = manifest;
  const showsCertificate =
    (ports.smtp !== undefined && mail.tls) || (ports.ftp !== undefined && ftp.tls) || undefined;
  return [
    empty('tmp', storage.temporary[manifest.name] ?? facts.temporarySize),
    ...(showsCertificate
      ? [
          {
            volume: { name: 'tls', secret: { secretName: showsCertificate.secretName } },
            mount: { name: 'tls', mountPath: TLS_DIRECTORY, readOnly: true },
          },
        ]
      : []),
    ...authoritiesOf(values),
  ];
}

/** A Service; its label is the name of the service, by which Prometheus identifies it. */
function clusterService({ app, service }: Role): IService {
  const { name, ports } = service.manifest;
  const { http, internal } = ports;
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: app, labels: labelsOf(name) },
    spec: {
      selector: labelled(app),
      ports: [
        { name: 'internal', port: internal, targetPort: 'internal' },
        ...(http === undefined ? [] : [{ name: 'http', port: http, targetPort: 'http' }]),
      ],
    },
  };
}

/** The autoscaler of a service without consumers, whose work is to answer requests. */
const autoscaler = (name: string, { replicas }: Values): IHorizontalPodAutoscaler => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
    minReplicas: replicas.services.min,
    maxReplicas: replicas.services.max,
    metrics: [
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
      },
    ],
    behavior: { scaleDown: { stabilizationWindowSeconds: 300 } },
  },
});
