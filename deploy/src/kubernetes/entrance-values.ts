import { z } from 'zod';
import { labels, text } from './pod-values.ts';

export const host = (description: string) =>
  z
    .string()
    .regex(/^[a-z0-9.-]+$/)
    .describe(description);

const tlsOf = (what: string) =>
  z
    .strictObject({
      secretName: text(`Secret of the type kubernetes.io/tls with the certificate of ${what}.`),
      issuer: z
        .strictObject({
          name: text('Name of the issuer.'),
          kind: z
            .enum(['ClusterIssuer', 'Issuer'])
            .default('ClusterIssuer')
            .describe('Kind of the resource.'),
        })
        .optional()
        .describe(
          'Issuer of cert-manager that creates the Secret. Without an issuer, create the Secret yourself.',
        ),
    })
    .describe(`Certificate of ${what}.`);

export const ingress = z.strictObject({
  className: text('Class of the Ingress.').optional(),
  annotations: labels('Annotations of the Ingress.'),
  tls: tlsOf('the API').optional(),
});

export const gateway = z.strictObject({
  name: text('Name of the Gateway that the HTTPRoute for the API belongs to.'),
  namespace: text('Namespace of the Gateway, if it is another one.').optional(),
  sectionName: text('Name of the listener of the Gateway.').optional(),
  annotations: labels('Annotations of the HTTPRoute.'),
});

export const mail = z.strictObject({
  type: z
    .enum(['LoadBalancer', 'ClusterIP', 'NodePort'])
    .describe('Type of the Service that receives emails.'),
  annotations: labels('Annotations of that Service.'),
  host: host('Host name of the mail server. The MX record of hosts.inbox points to it.'),
  tls: tlsOf('the mail server, for STARTTLS').optional(),
});

export const ftp = z
  .strictObject({
    type: z
      .enum(['LoadBalancer', 'ClusterIP', 'NodePort'])
      .describe('Type of the Service to which estate software uploads packages.'),
    annotations: labels('Annotations of that Service.'),
    host: host('Host name of the FTP server. Customers enter it in their software.'),
    address: z
      .ipv4()
      .optional()
      .describe(
        'External IPv4 address of the FTP server, for passive mode. Without it, clients must support EPSV.',
      ),
    tls: tlsOf('the FTP server, for explicit TLS').optional(),
    allowPlain: z
      .boolean()
      .optional()
      .describe(
        'Whether the FTP server may run without a certificate. Without `tls` and `allowPlain`, the importer does not start.',
      ),
  })
  .refine(({ tls, allowPlain = false }) => tls !== undefined || allowPlain, {
    error: 'needs tls; without it, allowPlain',
  })
  // Shown in the JSON Schema.
  .meta({
    anyOf: [
      { required: ['tls'] },
      {
        required: ['allowPlain'],
        properties: { allowPlain: { const: true, description: 'Needed without tls.' } },
      },
    ],
  });
