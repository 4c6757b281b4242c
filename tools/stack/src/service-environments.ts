import { join } from 'node:path';
import type { Settings } from './settings.ts';

export type ServiceName = 'catalog' | 'distribution' | 'inbox' | 'notifier' | 'api-gateway';

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
  addresses: { natsUrl: string; mongoUri: string } & SandboxAddresses;
  options: { logLevel?: string; databasePrefix?: string; env?: Record<string, string> };
  data: string;
}

/** The environment of every service of a local stack, in the order they are started. */
export function serviceEnvironments({ settings, port, addresses, options, data }: Situation) {
  const { ports, vaultKeys, operatorToken } = settings;
  const base = (name: ServiceName, internalPort: number) => ({
    NODE_ENV: 'production',
    LOG_LEVEL: options.logLevel ?? 'info',
    NATS_URL: addresses.natsUrl,
    MONGODB_URI: addresses.mongoUri,
    MONGODB_DATABASE: `${options.databasePrefix ?? ''}${name}`,
    INTERNAL_PORT: String(internalPort),
    VAULT_KEYS: vaultKeys,
    // The sandbox lives on this machine; nothing else private is opened.
    EGRESS_ALLOW_HTTP: 'true',
    EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
    // Nobody spreads load over one gateway.
    DRAIN_MS: '0',
    ...options.env,
  });
  return {
    catalog: base('catalog', ports.catalogInternal),
    distribution: {
      ...base('distribution', ports.distributionInternal),
      CATALOG_INTERNAL_URL: `http://127.0.0.1:${String(ports.catalogInternal)}`,
      ATTACHMENT_CACHE_DIRECTORY: join(data, 'attachment-cache'),
      INBOX_DOMAIN,
      PUBLIC_URL: `http://localhost:${String(port)}`,
      ...marketplaces(addresses.marketplaceUrl),
    },
    inbox: {
      ...base('inbox', ports.inboxInternal),
      INBOX_DOMAIN,
      SMTP_PORT: String(ports.inboxSmtp),
    },
    notifier: base('notifier', ports.notifierInternal),
    'api-gateway': {
      ...base('api-gateway', ports.gatewayInternal),
      PORT: String(port),
      OPERATOR_TOKEN: operatorToken,
      SANDBOX_PAGES: sandboxPages(addresses),
    },
  } satisfies Record<ServiceName, Record<string, string>>;
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
