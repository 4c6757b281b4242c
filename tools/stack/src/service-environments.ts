import { join } from 'node:path';
import { manifests, portName } from '@estate/manifests';
import type { ServiceManifest } from '@estate/contracts';
import type { ServiceName } from '@estate/manifests';
import type { ServiceEnvironment } from './infrastructure.ts';
import type { Settings } from './settings.ts';

/** The domain of the request addresses of a local stack. */
export const INBOX_DOMAIN = 'requests.localhost';

interface SandboxAddresses {
  portalUrl: string;
  marketplaceUrl: string;
  mailDropUrl: string;
  receiverUrl: string;
  filesUrl: string;
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

type Manifest = ServiceManifest & { name: ServiceName };

/** What every service reads. */
function common({ name }: Manifest, { settings, addresses, options }: Situation): ServiceEnvironment {
  return {
    NODE_ENV: 'production',
    LOG_LEVEL: options.logLevel ?? 'info',
    NATS_URL: addresses.natsUrlOf(name),
    MONGODB_URI: addresses.mongoUri,
    MONGODB_DATABASE: `${options.databasePrefix ?? ''}${name}`,
    INTERNAL_PORT: String(settings.ports[portName(name, 'internal')]),
    VAULT_KEYS: settings.vaultKeys,
    // The sandbox lives on this machine; nothing else private is opened.
    EGRESS_ALLOW_HTTP: 'true',
    EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
    // Nobody spreads load over one gateway.
    DRAIN_MS: '0',
    ...options.env,
  };
}

/** What only one service reads. */
function ownVariables({ settings, port, addresses, data }: Situation) {
  const { ports, operatorToken } = settings;
  return {
    distribution: {
      CATALOG_INTERNAL_URL: `http://127.0.0.1:${String(ports.catalogInternal)}`,
      ATTACHMENT_CACHE_DIRECTORY: join(data, 'attachment-cache'),
      INBOX_DOMAIN,
      PUBLIC_URL: `http://localhost:${String(port)}`,
      ...marketplaces(addresses.marketplaceUrl),
    },
    inbox: { INBOX_DOMAIN, SMTP_PORT: String(ports.inboxSmtp) },
    'api-gateway': {
      PORT: String(port),
      OPERATOR_TOKEN: operatorToken,
      SANDBOX_PAGES: sandboxPages(addresses),
    },
  } satisfies Partial<Record<ServiceName, Record<string, string>>>;
}

/** What the front door of a local stack links to. */
const sandboxPages = (addresses: SandboxAddresses): string =>
  [
    `FTP portal=${addresses.portalUrl}/`,
    `Marketplace=${addresses.marketplaceUrl}/`,
    `Mail drop=${addresses.mailDropUrl}/`,
    `Webhook receiver=${addresses.receiverUrl}/`,
    `Photos and documents=${addresses.filesUrl}/`,
  ].join(',');

/** Both marketplaces of a local stack are the one of its sandbox. */
const marketplaces = (url: string) => ({
  MARKETPLACE_URL: `${url}/restapi`,
  MARKETPLACE_PAGE_URL: `${url}/expose/{id}`,
  MARKETPLACE_SANDBOX_URL: `${url}/restapi`,
  MARKETPLACE_SANDBOX_PAGE_URL: `${url}/expose/{id}`,
});
