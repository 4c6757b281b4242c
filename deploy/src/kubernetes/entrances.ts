import type { ICertificate } from '@kubernetes-models/cert-manager/cert-manager.io/v1';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1';
import type { IService } from 'kubernetes-models/v1';
import { dataPorts } from '../derived/environment.ts';
import type { Named } from './parts.ts';
import type { Values } from './values.ts';

type Tls = NonNullable<Values['mail']['tls']>;

/** Where customers and platforms come in, and the certificates that they see. */
export function entrances(values: Values): Named[] {
  const { ftp, hosts, ingress, mail } = values;
  const apiHost = new URL(hosts.publicUrl).hostname;
  return [
    mailService(values),
    ftpService(values),
    ...(ingress ? [apiIngress(apiHost, ingress)] : []),
    ...(ingress?.tls ? certificates('api', apiHost, ingress.tls) : []),
    ...(mail.tls ? certificates('mail', mail.host, mail.tls) : []),
    ...(ftp.tls ? certificates('ftp', ftp.host, ftp.tls) : []),
  ];
}

/** Where platforms send mail to; apart from the Service of the inbox, whose metrics are not for everybody. */
const mailService = ({ mail }: Values): IService => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'mail', labels: { app: 'mail' }, annotations: mail.annotations },
  spec: {
    type: mail.type,
    // The address of the sender counts: limits are kept for each.
    ...(mail.type !== 'ClusterIP' && { externalTrafficPolicy: 'Local' }),
    selector: { app: 'inbox' },
    ports: [{ name: 'smtp', port: 25, targetPort: 'smtp' }],
  },
});

/** Where estate software uploads packages. */
const ftpService = ({ ftp }: Values): IService => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'ftp', labels: { app: 'ftp' }, annotations: ftp.annotations },
  spec: {
    type: ftp.type,
    // Limits are kept for each address, and a data connection is accepted from the address of its session only.
    ...(ftp.type !== 'ClusterIP' && { externalTrafficPolicy: 'Local' }),
    // A data connection must reach the process that has its session.
    sessionAffinity: 'ClientIP',
    selector: { app: 'importer' },
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
  metadata: { name: 'api', annotations },
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

/** One that cert-manager makes and renews; none where somebody else makes the Secret. */
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
