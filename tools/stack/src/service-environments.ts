import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CALLED_PLATFORMS } from '@estate/contracts/platforms';
import { manifests, portName } from '@estate/manifests';
import type { ServiceName } from '@estate/manifests';
import type { ServiceEnvironment } from './infrastructure.ts';
import type { Settings } from './settings.ts';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { selfSigned } from '@estate/sandbox/certificate';

/** The ports for data connections of the FTP server of import sources, which looks for free ones there itself. */
const DATA_PORTS = '30000-30099';
/** The domain of the request addresses of a local stack. */
export const INBOX_DOMAIN = 'requests.localhost';

interface SandboxAddresses {
  portalUrl: string;
  marketplaceUrl: string;
  mailDropUrl: string;
  receiverUrl: string;
  filesUrl: string;
  identityProviderUrl: string;
  estateSoftwareUrl: string;
}

interface Situation {
  settings: Settings;
  port: number;
  addresses: { natsUrlOf: (user: string) => string; mongoUri: string } & SandboxAddresses;
  options: { logLevel?: string; databasePrefix?: string; env?: Record<string, string> };
  data: string;
}

/** The environment of every service of a local stack. */
export function serviceEnvironments(situation: Situation): Record<ServiceName, ServiceEnvironment> {
  const own: Partial<Record<string, Record<string, string>>> = ownVariables(situation);
  return Object.fromEntries(
    manifests.map((manifest) => [manifest.name, { ...common(manifest, situation), ...own[manifest.name] }]),
  ) as Record<ServiceName, ServiceEnvironment>;
}

/** The variables of every service. */
function common(
  { name, ports }: (typeof manifests)[number],
  { settings, port, addresses, options }: Situation,
): ServiceEnvironment {
  return {
    NODE_ENV: 'production',
    LOG_LEVEL: options.logLevel ?? 'info',
    NATS_URL: addresses.natsUrlOf(name),
    MONGODB_URI: addresses.mongoUri,
    MONGODB_DATABASE: `${options.databasePrefix ?? ''}${name}`,
    INTERNAL_PORT: String(settings.ports[portName(name, 'internal')]),
    ...(ports.http !== undefined && { PORT: String(port) }),
    ...(ports.smtp !== undefined && { SMTP_PORT: String(settings.ports[portName(name, 'smtp')]) }),
    ...(ports.ftp !== undefined && { FTP_PORT: String(settings.ports[portName(name, 'ftp')]) }),
    VAULT_KEYS: settings.vaultKeys,
    INBOX_DOMAIN,
    // The sandbox is on this machine; no other private network is allowed.
    EGRESS_ALLOW_HTTP: 'true',
    EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
    // There is no load balancer.
    DRAIN_MS: '0',
    ...options.env,
  };
}

/** The variables of single services. */
function ownVariables({ settings, port, addresses, data }: Situation) {
  const { identityProviderUrl } = addresses;
  const CATALOG_INTERNAL_URL = `http://127.0.0.1:${String(settings.ports.catalogInternal)}`;
  const DISTRIBUTION_INTERNAL_URL = `http://127.0.0.1:${String(settings.ports.distributionInternal)}`;
  const IMPORTER_INTERNAL_URL = `http://127.0.0.1:${String(settings.ports.importerInternal)}`;
  const certificate = importCertificate(data);
  const BYTE_STORE = pathToFileURL(join(data, 'bytes')).href;
  const PUBLIC_URL = `http://localhost:${String(port)}`;
  return {
    distribution: {
      CATALOG_INTERNAL_URL,
      CATALOG_BYTES_DIRECTORY: join(data, 'bytes'),
      WORK_DIRECTORY: join(data, 'distribution'),
      PUBLIC_URL,
      ...simulatedPlatforms(settings),
    },
    catalog: { BYTE_STORE, PUBLIC_URL },
    importer: {
      BYTE_STORE,
      CATALOG_INTERNAL_URL,
      IMPORT_DIRECTORY: tmpdir(),
      FTP_DIRECTORY: join(data, 'importer-ftp'),
      FTP_CERTIFICATE_FILE: certificate.certificate,
      FTP_KEY_FILE: certificate.key,
      FTP_PASSIVE_PORTS: DATA_PORTS,
    },
    inbox: { PUBLIC_URL, BYTE_STORE },
    notifier: {
      PUBLIC_URL,
      SMTP_URL: `smtp://127.0.0.1:${String(settings.ports.mailDropSmtp)}`,
      SMTP_FROM: `service@${INBOX_DOMAIN}`,
    },
    'api-gateway': {
      CATALOG_INTERNAL_URL,
      DISTRIBUTION_INTERNAL_URL,
      IMPORTER_INTERNAL_URL,
      PUBLIC_URL,
      OPERATOR_TOKEN: settings.operatorToken,
      PEOPLE_SIGN_IN_URL: `${identityProviderUrl}/continue`,
      SANDBOX_PAGES: sandboxPages(addresses),
    },
  } satisfies Partial<Record<ServiceName, Record<string, string>>>;
}

/** The settings of simulators for all platforms of a local stack. */
const simulatedPlatforms = ({ ports }: Settings): Record<string, string> =>
  Object.fromEntries(
    CALLED_PLATFORMS.flatMap(({ settings, simulator }) => {
      const url = `http://localhost:${String(ports[simulator])}`;
      return [
        [`${settings}_URL`, `${url}/restapi`],
        [`${settings}_PAGE_URL`, `${url}/expose/{id}`],
      ];
    }),
  );

/** The links to these pages on the front page. */
function sandboxPages(addresses: SandboxAddresses): string {
  const pages = {
    'Estate software': addresses.estateSoftwareUrl,
    'FTP portal': addresses.portalUrl,
    Marketplace: addresses.marketplaceUrl,
    'Mail drop': addresses.mailDropUrl,
    'Webhook receiver': addresses.receiverUrl,
    'Photos and documents': addresses.filesUrl,
    'Identity provider': addresses.identityProviderUrl,
  };
  return Object.entries(pages)
    .map(([name, url]) => `${name}=${url}/`)
    .join(',');
}

const DAYS = 3650;

/** The files of the self-signed certificate of the FTP server of import sources; made at the first start. */
function importCertificate(data: string): { certificate: string; key: string } {
  const [certificate, key] = [join(data, 'importer-ftp.crt'), join(data, 'importer-ftp.key')];
  if (!existsSync(certificate) || !existsSync(key)) {
    mkdirSync(data, { recursive: true });
    const made = selfSigned('localhost', { addresses: ['127.0.0.1'], days: DAYS });
    writeFileSync(key, made.key, { mode: 0o600 });
    writeFileSync(certificate, made.cert);
  }
  return { certificate, key };
}
