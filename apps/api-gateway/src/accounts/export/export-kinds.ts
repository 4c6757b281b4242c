import * as contracts from '@estate/contracts';
import { NotFound, found } from '@estate/errors';
import { readable } from '@estate/messaging';
import { toAuditEntry } from '../../domain/audit-entry.ts';
import type { AccountsDeps } from '../accounts-deps.ts';
import { toAccount } from '../../domain/account.ts';
import { toApiKey } from '../../domain/api-key.ts';
import { toUser } from '../../domain/user.ts';
import type { Call } from '../../edge/routing/call.ts';
import { monthOf, readUsage } from '../usage/read-usage.ts';
import { everyOne } from './pages.ts';

/** All resources of a kind, read while they are sent. */
export interface ExportKind {
  kind: contracts.ExportedKind;
  read(): AsyncIterable<unknown>;
}

type Readers = Record<contracts.ExportedKind, ExportKind['read']>;

const idOf = ({ id }: { id: string }): string => id;

/** Everything that an account has, in the order of the export. Resources are in the format of their `GET`. */
export function exportKinds(call: Call, deps: AccountsDeps): ExportKind[] {
  const readers: Readers = {
    ...ofGateway(call, deps),
    ...ofCatalogAndDistribution(call, deps),
    ...ofInboxAndNotifier(call, deps),
    ...ofImporter(call, deps),
    usage: () => usageOf(call, deps),
  };
  return contracts.EXPORTED_KINDS.map((kind) => ({ kind, read: readers[kind] }));
}

function ofGateway(call: Call, deps: AccountsDeps) {
  const { accountId } = call;
  return {
    account: () => accountOf(call, deps),
    user: () =>
      shown(
        everyOne((query) => deps.users.list(accountId, query), idOf),
        toUser,
      ),
    apiKey: () =>
      shown(
        everyOne((query) => deps.apiKeys.list(accountId, query), idOf),
        toApiKey,
      ),
    auditEntry: () =>
      shown(
        everyOne((query) => deps.auditEntries.list(accountId, query), idOf),
        toAuditEntry,
      ),
    call: () => everyOne((query) => deps.requestLogEntries.list(accountId, query), idOf),
  };
}

async function* accountOf(call: Call, { accounts, askOwner }: AccountsDeps): AsyncGenerator {
  const [email, logo, retention, publishing, consumerCredentials] = await Promise.all([
    askOwner(contracts.getAccountEmail, {}, call),
    askOwner(contracts.getAccountLogo, {}, call),
    askOwner(contracts.getRetention, {}, call),
    askOwner(contracts.getPublishingSettings, {}, call),
    askOwner(contracts.getConsumerCredentials, {}, call),
  ]);
  const account = toAccount(await accounts.get(call.accountId));
  yield { ...account, ...email, logo, retention, publishing, consumerCredentials };
}

const ofCatalogAndDistribution = (call: Call, { askOwner }: AccountsDeps) => ({
  contact: () => everyOne((query) => askOwner(contracts.listContacts, query, call), idOf),
  property: () => everyOne((query) => askOwner(contracts.listProperties, query, call), idOf),
  uploadedAttachment: () =>
    everyOne((query) => askOwner(contracts.listUploadedAttachments, query, call), idOf),
  target: () => everyOne((query) => askOwner(contracts.listTargets, query, call), idOf),
  listing: () => everyOne((query) => askOwner(contracts.listListings, query, call), idOf),
});

/** The emails with their texts, which lists leave out. One that is erased meanwhile is left out. */
async function* mailsOf(call: Call, { askOwner }: AccountsDeps): AsyncGenerator {
  const listed = everyOne((query) => askOwner(contracts.listReceivedMails, query, call), idOf);
  for await (const { id } of listed) {
    const mail = await askOwner(contracts.getReceivedMail, { id }, call).catch(unlessGone(undefined));
    if (mail) yield mail;
  }
}

function ofInboxAndNotifier(call: Call, deps: AccountsDeps) {
  const { askOwner } = deps;
  const webhooks = () => everyOne((query) => askOwner(contracts.listWebhooks, query, call), idOf);
  return {
    request: () => everyOne((query) => askOwner(contracts.listRequests, query, call), idOf),
    mail: () => mailsOf(call, deps),
    webhook: () => shown(webhooks(), withoutSecrets),
    event: () =>
      everyOne(
        (query) => askOwner(contracts.listEvents, query, call),
        ({ eventId }) => eventId,
      ),
    delivery: () => deliveriesOf(webhooks(), call, deps),
  };
}

function ofImporter(call: Call, deps: AccountsDeps) {
  const { askOwner } = deps;
  const imports = () => everyOne((query) => askOwner(contracts.listImports, query, call), idOf);
  return {
    importSource: () => everyOne((query) => askOwner(contracts.listImportSources, query, call), idOf),
    import: imports,
    importObject: () => importObjectsOf(imports(), call, deps),
  };
}

async function* importObjectsOf(
  imports: AsyncIterable<{ id: string }>,
  call: Call,
  { askOwner }: AccountsDeps,
): AsyncGenerator {
  for await (const { id: importId } of imports) {
    const read = (query: contracts.ListQuery) =>
      askOwner(contracts.listImportObjects, { ...query, id: importId }, call).catch(unlessGone(NO_PAGE));
    for await (const object of everyOne(read, idOf)) yield { importId, ...object };
  }
}

async function* deliveriesOf(
  webhooks: AsyncIterable<{ id: string }>,
  call: Call,
  { askOwner }: AccountsDeps,
): AsyncGenerator {
  for await (const { id: webhookId } of webhooks) {
    const read = (query: contracts.ListQuery) =>
      askOwner(contracts.listDeliveries, { ...query, id: webhookId }, call).catch(unlessGone(NO_PAGE));
    for await (const delivery of everyOne(read, idOf)) yield { webhookId, ...delivery };
  }
}

/** The months since the account was opened, as far as their usage is stored. */
async function* usageOf(call: Call, { accounts, clock, askOwner }: AccountsDeps): AsyncGenerator {
  const { createdAt } = found(await accounts.find(call.accountId), 'account', call.accountId);
  const now = clock();
  const kept = new Date(now.getTime() - contracts.USAGE_KEPT_DAYS * 86_400_000);
  const first = new Date(Math.max(createdAt.getTime(), kept.getTime()));
  const month = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth()));
  for (; month <= now; month.setUTCMonth(month.getUTCMonth() + 1)) {
    yield* await readUsage([call.accountId], monthOf(month), { call, askOwner });
  }
}

const withoutSecrets = ({
  signingKey: _signingKey,
  headers: _headers,
  ...webhook
}: contracts.WebhookWithKey): contracts.Webhook => webhook;

async function* shown<T extends { id: string }>(
  all: AsyncIterable<T>,
  show: (one: T) => unknown,
): AsyncGenerator {
  for await (const one of all) yield readable(show)(one);
}

const NO_PAGE = { hasMore: false, data: [] };

/** Replaces a resource that has been deleted since it was listed; any other error is thrown. */
const unlessGone =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof NotFound) return instead;
    throw error;
  };
