import type { ICertificate } from '@kubernetes-models/cert-manager/cert-manager.io/v1';
import type { IHTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1';
import type { IService } from 'kubernetes-models/v1';
import { dataPorts } from '../derived/environment.ts';
import { unlessEmpty } from './parts.ts';
import type { Named } from './parts.ts';
import type { Values } from './values.ts';

type Tls = NonNullable<Values['mail']['tls']>;

/** The entry points for customers and platforms, with their certificates. */
export function entrances(values: Values): Named[] {
  const { ftp, gateway, ingress, mail } = values;
  const { apiHost } = values.computed;
  return [
    mailService(values),
    ftpService(values),
    ...(ingress ? [apiIngress(apiHost, ingress)] : []),
    ...(gateway ? [apiRoute(apiHost, gateway)] : []),
    ...(ingress?.tls ? certificates('api', apiHost, ingress.tls) : []),
    ...(mail.tls ? certificates('mail', mail.host, mail.tls) : []),
    ...(ftp.tls ? certificates('ftp', ftp.host, ftp.tls) : []),
  ];
}

/** The entry point for emails of platforms; separate from the Service of the inbox, whose metrics are not public. */
const mailService = ({ mail }: Values): IService => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'mail', labels: { app: 'mail' }, ...unlessEmpty({ annotations: mail.annotations }) },
  spec: {
    type: mail.type,
    // The address of the sender is needed, because limits apply to each.
    ...(mail.type !== 'ClusterIP' && { externalTrafficPolicy: 'Local' }),
    selector: { app: 'inbox' },
    ports: [{ name: 'smtp', port: 25, targetPort: 'smtp' }],
  },
});

/** The entry point for uploads of estate software. */
const ftpService = ({ ftp }: Values): IService => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'ftp', labels: { app: 'ftp' }, ...unlessEmpty({ annotations: ftp.annotations }) },
  spec: {
    type: ftp.type,
    // Limits apply to each address, and a data connection is accepted from the address of its session only.
    ...(ftp.type !== 'ClusterIP' && { externalTrafficPolicy: 'Local' }),
    selector: { app: 'importer-ftp' },
    ports: [
      { name: 'ftp', port: 21, targetPort: 'ftp' },
      ...dataPorts.map(({ name, port }) => ({ name, port, targetPort: name })),
    ],
  },
});

const apiIngress = (
  host: string,
  { className, annotations, tls }: NonNullable<Values['ingress']>,
): IIngress => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: { name: 'api', ...unlessEmpty({ annotations }) },
  spec: {
    ...(className !== undefined && { ingressClassName: className }),
    ...(tls && { tls: [{ hosts: [host], secretName: tls.secretName }] }),
    rules: [
      {
        host,
        http: {
          paths: [
            {
              path: '/',
              pathType: 'Prefix',
              backend: { service: { name: 'api-gateway', port: { name: 'http' } } },
            },
          ],
        },
      },
    ],
  },
});

/** A route for a Gateway of the cluster; its listener has the certificate. */
const apiRoute = (
  host: string,
  { name, namespace, sectionName, annotations }: NonNullable<Values['gateway']>,
): IHTTPRoute => ({
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'HTTPRoute',
  metadata: { name: 'api', ...unlessEmpty({ annotations }) },
  spec: {
    parentRefs: [
      {
        name,
        ...(namespace !== undefined && { namespace }),
        ...(sectionName !== undefined && { sectionName }),
      },
    ],
    hostnames: [host],
    rules: [{ backendRefs: [{ name: 'api-gateway', port: 8080 }] }],
  },
});

/** A certificate that cert-manager issues and renews; none if somebody else makes the Secret. */
const certificates = (name: string, host: string, { secretName, issuer }: Tls): ICertificate[] =>
  issuer === undefined
    ? []
    : [
        {
          apiVersion: 'cert-manager.io/v1',
          kind: 'Certificate',
          metadata: { name },
          spec: { secretName, dnsNames: [host], issuerRef: { name: issuer.name, kind: issuer.kind } },
        },
      ];
