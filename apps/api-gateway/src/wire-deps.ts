import type { Logger } from '@estate/observability';
import { checkApiKeyShape } from '@estate/vault';
import { reseal } from '@estate/persistence';
import type { Backbone, Service } from '@estate/runtime';
import { FailedAttempts } from './edge/access/failed-attempts.ts';
import { KeyRing } from './edge/access/key-ring.ts';
import { Looks } from './edge/access/looks.ts';
import { OpenedLinks } from './edge/access/opened-links.ts';
import { Operators } from './edge/access/operators.ts';
import { OF_AN_ACCOUNT, RateLimit } from './edge/access/rate-limit.ts';
import { SessionMembers } from './edge/access/session-members.ts';
import { AuditLog } from './records/audit-log/audit-log.ts';
import type { OpenAccounts } from './accounts/closings/open-accounts.ts';
import { closingTimes } from './config.ts';
import type { GatewayConfig } from './config.ts';
import { DashboardSessions, LookSessions, OperatorSessions } from './edge/access/sessions.ts';
import type { Deps } from './deps.ts';
import { AttachmentUploads } from './edge/files/attachment-uploads.ts';
import { Feeds } from './edge/files/feeds.ts';
import { PackageUploads } from './edge/files/package-uploads.ts';
import { StoredFiles } from './edge/files/stored-files.ts';
import { readiness } from './edge/front-door/readiness.ts';
import { Once } from './edge/idempotency/once.ts';
import type { Manifest } from './manifest.ts';
import { LongPolls } from './edge/routing/long-polls.ts';
import { realmProviders, wireSignIn } from './accounts/sign-in/wire-sign-in.ts';
import type { Stores } from './stores/open-stores.ts';
import { wireTurns } from './edge/turns/wire-turns.ts';

export type Base = Backbone<GatewayConfig, Stores, Manifest>;

interface Parts {
  base: Base;
  askOwner: Deps['askOwner'];
  wakeEraser: () => void;
  wakeCloser: () => void;
  wakeJobs: (accountId: string) => void;
  openAccounts: OpenAccounts;
}

/** The dependencies of all routes; resources among them are closed with the service. */
export async function wireDeps(
  config: GatewayConfig,
  service: Service,
  { base, askOwner, wakeEraser, wakeCloser, wakeJobs, openAccounts }: Parts,
): Promise<Deps> {
  const { log, signal } = service;
  const { database, bus, clock, newId, vault, stores, auditor } = base;
  const { accounts, apiKeys, auditEntries, calls, closings, erasures, finder, hashKeys, operatorKeys } =
    stores;
  const { requestLogEntries, signIns, users } = stores;
  const guard = guardOf(config, base, log);
  const { looks, sessions, operatorSessions } = guard;
  const { EGRESS_ALLOW_HTTP: allowHttp, EGRESS_ALLOWED_NETWORKS: allowedNetworks } = config;
  const egress = { allowHttp, allowedNetworks };
  const auditLog = new AuditLog({ entries: auditEntries, clock, newId, log });
  const wired = wireSignIn(config, { ...guard, ...base, auditLog, egress, log });
  await service.use({ close: () => wired.providers.close() });
  const checks = [() => database.ready(), () => bus.ready()];
  return {
    ...{ clock, newId, log, vault, egress, askOwner, auditor, guard, sessions, operatorSessions },
    ...{ accounts, apiKeys, finder, hashKeys, looks, operatorKeys, users, signIns },
    dashboardLinks: stores.dashboardLinks,
    ...{ auditLog, auditEntries, auditChains: stores.auditChains, requestLogEntries },
    ...{ signIn: wired.signIn, signInAddresses: wired.addresses, startedSignIns: wired.started },
    erasures: { store: erasures, wake: wakeEraser },
    jobs: { store: stores.jobs, items: stores.jobItems, wake: wakeJobs },
    closings: { store: closings, open: openAccounts, times: closingTimes(config), wake: wakeCloser },
    files: new StoredFiles({
      catalogUrl: config.CATALOG_INTERNAL_URL,
      storeOrigins: config.BYTE_STORE_ORIGINS,
    }),
    feeds: new Feeds({ distributionUrl: config.DISTRIBUTION_INTERNAL_URL }),
    attachments: new AttachmentUploads({ catalogUrl: config.CATALOG_INTERNAL_URL }),
    packages: new PackageUploads({ importerUrl: config.IMPORTER_INTERNAL_URL }),
    once: new Once({ calls, vault, clock, newId, log, leaseMs: config.IDEMPOTENCY_LEASE_MS }),
    longPolls: new LongPolls({ stopping: signal }),
    ...wireTurns(config, signal),
    peopleSignInUrl: config.PEOPLE_SIGN_IN_URL,
    frontDoor: { sandboxPages: config.SANDBOX_PAGES, ready: readiness({ checks, clock, signal }) },
    secrets: { reseal: (after) => reseal(stores.sealed, vault, after) },
  };
}

/** The parts that decide who may call the API, and how often. */
function guardOf(config: GatewayConfig, { vault, clock, stores }: Base, log: Logger) {
  const { accountRateLimits, apiKeys, dashboardLinks, endedSessions, operatorKeys, rateLimits } = stores;
  const { users, signIns } = stores;
  const keyRing = new KeyRing({ keys: apiKeys, clock, log });
  const hasShape = (presented: string) => checkApiKeyShape(presented, 'operator');
  const operatorKeyRing = new KeyRing({ keys: operatorKeys, hasShape, clock, log });
  const realms = realmProviders(config, { stores, vault });
  const token = config.OPERATOR_TOKEN.reveal();
  const operators = new Operators({ token, keyRing: operatorKeyRing, realms });
  const members = new SessionMembers({ keyRing, users, signIns, clock });
  const ofSessions = { vault, clock, publicUrl: config.PUBLIC_URL, ended: endedSessions };
  return {
    realms,
    operators,
    looks: new Looks({ sessions: new LookSessions(ofSessions), operators }),
    sessions: new DashboardSessions(ofSessions),
    operatorSessions: new OperatorSessions(ofSessions),
    keyRing,
    members,
    links: new OpenedLinks({ links: dashboardLinks, keyRing, members, clock }),
    rateLimit: new RateLimit({ store: rateLimits, clock }),
    accountRateLimit: new RateLimit({ store: accountRateLimits, clock, policy: OF_AN_ACCOUNT }),
    failedAttempts: new FailedAttempts({ perMinute: config.FAILED_ATTEMPTS_PER_MINUTE, clock }),
    failedSignIns: new FailedAttempts({ perMinute: config.FAILED_ATTEMPTS_PER_MINUTE, clock }),
  };
}
