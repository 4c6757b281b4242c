import { Readable } from 'node:stream';
import {
  explainTarget,
  getProperty,
  KeptAttachment,
  PROPERTY_TYPE_NAMES,
  PROPERTY_TYPES,
  RequestLogEntry,
  readFields,
  updateProperty,
} from '@estate/contracts';
import type { AnyFields, Operation, OutputOf, Property, PropertyType } from '@estate/contracts';
import { refusalOf } from '@estate/errors';
import { startHttpServer } from '@estate/http';
import type { HttpServer } from '@estate/http';
import { createLogger, createMetrics } from '@estate/observability';
import type { Guard } from '../../src/edge/access/admission.ts';
import type { Operator } from '../../src/edge/access/operators.ts';
import type { Deps } from '../../src/deps.ts';
import { NOTHING_ERASED } from '../../src/domain/erasure.ts';
import { bareJobs } from './bare-jobs.ts';
import { exampleOf } from '../../src/reference/openapi/example-of.ts';
import { LongPolls } from '../../src/edge/routing/long-polls.ts';
import { httpRoutes } from '../../src/http-routes.ts';
import { SignInAddresses } from '../../src/accounts/sign-in/addresses.ts';

export interface BareGateway {
  port: number;
  /** Sends a body as JSON, or as it is when it is a text or a file. */
  send(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; headers: Headers; text: string; body: ErrorAnswer }>;
  close(): Promise<void>;
}

export interface ErrorAnswer {
  error: string;
  message: string;
  statusCode: number;
  code: string;
  requestId: string;
  details: { path: string; message: string; code: string }[];
}

interface BareOptions {
  scopes?: string[];
  bodyLimitBytes?: number;
  /** Parts of the guard that admit others than everyone. */
  guard?: Partial<Guard>;
}

/** The gateway's real routes behind its real server; everyone is let in, and every owner answers with an example. */
export async function startBareGateway({
  scopes = ['read', 'write'],
  bodyLimitBytes = 2_000_000,
  guard = {},
}: BareOptions = {}): Promise<BareGateway> {
  const record = {
    id: 'd1a2b3c4e5f6g7h8i9j0',
    accountId: 'a',
    name: 'x',
    createdAt: new Date(),
    updatedAt: new Date(),
  };
  const key = { ...record, prefix: 'rek_live_x', lastFour: 'abcd', hash: 'h', scopes };
  const auditEntry = {
    ...{ id: record.id, at: record.createdAt, expiresAt: record.createdAt },
    ...{ action: 'api_key.revoked', address: '192.0.2.1', requestId: 'request-1' },
    ...{ resource: { type: 'api_key', id: record.id }, outcome: 'succeeded' },
  };
  const link = {
    ...record,
    ...{ pages: ['webhooks'], embedOrigins: [], createdBy: { kind: 'api_key', id: record.id } },
    ...{ openBefore: new Date(), expiresAt: new Date() },
  };
  const user = {
    ...record,
    email: 'anna@example.org',
    emailKey: 'anna@example.org',
    role: 'admin',
    invitedAt: new Date(),
  };
  const settings = {
    accountId: 'a',
    issuer: 'https://login.example.org',
    clientId: 'c',
    updatedAt: new Date(),
  };
  const closing = {
    ...{ id: record.id, accountId: 'a', state: 'closing', phase: 'waiting', requestedAt: new Date() },
    ...{ cancellableUntil: new Date(), takeDownUntil: new Date() },
    ...{ remaining: 0, erased: {}, left: [], leftCount: 0 },
  };
  const operator: Operator = { actor: { kind: 'operator' }, proof: { tokenHash: 'h' } };
  const erasure = { id: record.id, state: 'running', requestedAt: new Date(), erased: NOTHING_ERASED };
  const deps = {
    clock: () => new Date(),
    newId: () => record.id,
    askOwner: (operation: Operation, input: unknown) =>
      Promise.resolve().then(() => answerTo(operation, input)),
    accounts: {
      names: () => Promise.resolve(new Map<string, string>()),
      insert: () => Promise.resolve(),
      find: () => Promise.resolve(record),
      get: () => Promise.resolve(record),
      list: () => Promise.resolve({ hasMore: false, data: [record] }),
    },
    apiKeys: {
      add: () => Promise.resolve(),
      get: () => Promise.resolve(key),
      list: () => Promise.resolve({ hasMore: false, data: [key] }),
      remove: () => Promise.resolve(key),
      canWrite: () => Promise.resolve(true),
    },
    dashboardLinks: {
      put: () => Promise.resolve(),
      get: () => Promise.resolve(link),
      list: () => Promise.resolve({ hasMore: false, data: [link] }),
      remove: () => Promise.resolve(link),
    },
    auditLog: { record: (_act: unknown, work: () => unknown) => work(), refused: () => Promise.resolve() },
    auditEntries: { list: () => Promise.resolve({ hasMore: false, data: [auditEntry] }) },
    auditChains: {
      check: (accountId: string) => Promise.resolve({ accountId, isChecked: true, entries: 0, breaks: [] }),
    },
    requestLogEntries: {
      since: () => Promise.resolve({ calls: [], isLimited: false }),
      list: () => Promise.resolve({ hasMore: false, data: [exampleOf(RequestLogEntry)] }),
    },
    users: {
      insert: (one: unknown) => Promise.resolve(one),
      find: () => Promise.resolve(user),
      get: () => Promise.resolve(user),
      list: () => Promise.resolve({ hasMore: false, data: [user] }),
      update: () => Promise.resolve(user),
      remove: () => Promise.resolve(user),
      announceLeaving: () => Promise.resolve({}),
      forgetOtherIssuers: () => Promise.resolve(),
    },
    signIns: {
      put: () => Promise.resolve(),
      find: () => Promise.resolve(settings),
      remove: () => Promise.resolve(settings),
    },
    signInAddresses: new SignInAddresses('https://api.example.org'),
    vault: { seal: (text: string) => text, open: (text: string) => text },
    egress: { allowHttp: true, allowedNetworks: ['0.0.0.0/0', '::/0'] },
    erasures: {
      store: {
        begin: () => Promise.resolve(erasure),
        get: () => Promise.resolve(erasure),
        list: () => Promise.resolve({ hasMore: false, data: [erasure] }),
        reapply: () => Promise.resolve(0),
      },
      wake: () => undefined,
    },
    jobs: bareJobs(record.id),
    operatorKeys: {
      put: () => Promise.resolve(),
      get: () => Promise.resolve(key),
      list: () => Promise.resolve({ hasMore: false, data: [key] }),
      remove: () => Promise.resolve(key),
    },
    finder: { find: () => Promise.resolve([]) },
    looks: { begin: () => 'estate_look=x' },
    hashKeys: { hash: () => Promise.resolve('h') },
    files: { open: () => Promise.resolve(Readable.from(['the bytes of a file'])) },
    attachments: { store: () => Promise.resolve(KeptAttachment.parse(exampleOf(KeptAttachment))) },
    packages: { store: () => Promise.resolve({ packageName: 'package', sizeBytes: 1 }) },
    auditor: {
      violations: () => Promise.resolve([]),
      rounds: () => Promise.resolve([]),
      repair: () => Promise.resolve({ data: [] }),
    },
    secrets: { reseal: () => Promise.resolve({ examined: 0, resealed: 0, unreadable: [] }) },
    guard: {
      keyRing: { find: () => Promise.resolve(key) },
      sessions: { holderOf: () => Promise.resolve({ keyHash: key.hash }) },
      members: { find: () => Promise.resolve({ key }), signInOf: () => Promise.resolve(settings) },
      rateLimit: { spend: () => Promise.resolve({}) },
      accountRateLimit: { spend: () => Promise.resolve({}) },
      failedAttempts: { requireFew: () => undefined, note: () => undefined },
      failedSignIns: { requireFew: () => undefined, note: () => undefined, secondsLeft: () => undefined },
      operatorSessions: { holderOf: () => Promise.resolve(undefined) },
      operators: { find: (token: string) => Promise.resolve(token === OPERATOR_TOKEN ? operator : null) },
      looks: { find: () => Promise.resolve(undefined) },
      links: { isKey: () => false },
      ...guard,
    },
    sessions: { holderOf: () => Promise.resolve({ keyHash: key.hash }), end: () => Promise.resolve('') },
    longPolls: new LongPolls({ stopping: new AbortController().signal, lookEveryMs: 1 }),
    turns: { run: (_account: string, work: () => unknown) => work() },
    refusals: { run: (_of: unknown, work: () => unknown) => work() },
    exports: { begin: () => () => undefined, require: () => undefined },
    uploads: { begin: () => () => undefined },
    attachmentUploads: { begin: () => () => undefined },
    peopleSignInUrl: undefined,
    frontDoor: { sandboxPages: [], ready: () => Promise.resolve(true) },
    closings: {
      open: { require: () => Promise.resolve(), forget: () => undefined },
      times: { cancelMs: 0, takeDownMs: 0 },
      wake: () => undefined,
      store: {
        begin: () => Promise.resolve(closing),
        cancel: () => Promise.resolve(closing),
        get: () => Promise.resolve(closing),
        list: () => Promise.resolve({ hasMore: false, data: [closing] }),
        newestOf: () => Promise.resolve(closing),
        reapply: () => Promise.resolve(0),
      },
    },
    once: { run: (_request: unknown, _account: string, work: (id: string) => unknown) => work(record.id) },
  } as unknown as Deps;
  const server = await startHttpServer({
    port: 0,
    host: '127.0.0.1',
    routes: httpRoutes(deps, undefined),
    log: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    bodyLimitBytes,
  });
  return { port: server.port, send: sender(server), close: () => server.close() };
}

/** The id of the property of a type. */
export const idOfProperty = (type: string): string =>
  `d1a2b3c4e5f6g7h8i9${String(PROPERTY_TYPE_NAMES.indexOf(type as PropertyType)).padStart(2, '0')}`;

/** Nothing is added to what the contract refuses, except for an update of a property: its owner checks the fields. */
function answerTo(operation: Operation, input: unknown): unknown {
  if (operation === explainTarget) return { problems: [] };
  const example = exampleOf(operation.output);
  // A list has two pages.
  if (isObject(example) && 'hasMore' in example && isObject(input) && 'startAfter' in input)
    return { ...example, hasMore: false };
  if (operation === getProperty) return propertyOf((input as { id: string }).id, example);
  if (operation !== updateProperty) return example;
  const { id, fields } = input as OutputOf<typeof updateProperty>;
  const present = propertyOf(id, example);
  const read = readFields(present.type, fields);
  if ('problems' in read) throw refusalOf(read.problems, read.code);
  return { ...present, ...read };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** There is a property of each type; any other id is that of an apartment for sale. */
function propertyOf(id: string, example: unknown): Property {
  const type = PROPERTY_TYPE_NAMES.find((name) => idOfProperty(name) === id) ?? 'apartmentBuy';
  return { ...(example as Property), id, type, fields: PROPERTY_TYPES[type].examples.smallest as AnyFields };
}

export const OPERATOR_TOKEN = 'the-operator-of-the-matrix';

/** The header that repeats what is about to be erased. */
const confirmationOf = (body: unknown): Record<string, string> =>
  typeof body === 'object' &&
  body !== null &&
  'email' in body &&
  typeof body.email === 'string' &&
  /^[\x21-\x7e]+$/.test(body.email)
    ? { 'confirm-erasure': body.email }
    : {};

const sender =
  ({ port }: HttpServer): BareGateway['send'] =>
  async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${String(port)}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${OPERATOR_TOKEN}`,
        ...(body !== undefined && { 'content-type': body instanceof Blob ? body.type : 'application/json' }),
        ...confirmationOf(body),
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
      }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson ? JSON.parse(text) : {}) as ErrorAnswer,
    };
  };
