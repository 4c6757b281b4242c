import type { Listing, Property, Target, WebhookWithKey } from '@estate/contracts';
import { startCollector } from '@estate/testing';
import type { CollectedSpan, Collector } from '@estate/testing';
import { demoAttachments } from '@estate/stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactInput, propertyInput, targetInput } from './support/data.ts';
import { sandboxOf } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, ownWorld } from './support/world.ts';
import type { CustomerAccount, OwnWorld } from './support/world.ts';

const HOOK = 'traced';
const CALLER = { listing: 'a1'.repeat(16), update: 'b2'.repeat(16), property: 'c3'.repeat(16) };
const CALLER_SPAN = 'd4'.repeat(8);

let collector: Collector;
let world: OwnWorld;
let customer: CustomerAccount;
let webhook: WebhookWithKey;

beforeAll(async () => {
  collector = await startCollector();
  world = await ownWorld('it is traced', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  customer = await world.account('Traced');
  webhook = await sandboxOf(world.stack).hook(customer.api, HOOK, ['publication.succeeded']);
}, START_TIMEOUT_MS);
afterAll(async () => {
  await world.close();
  await collector.close();
});

async function send<T>(traceId: string, [method, path]: [string, string], body: unknown): Promise<T> {
  const answer = await fetch(`${world.stack.apiUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${customer.key}`,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-${CALLER_SPAN}-01`,
    },
    body: JSON.stringify(body),
  });
  expect(answer.status, path).toBeLessThan(300);
  return (await answer.json()) as T;
}

const named = (spans: readonly CollectedSpan[], name: string) => spans.filter((span) => span.name === name);
const traceOf = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);
/** Waits until the trace holds a step of each name and every step hangs on another one, or on the caller's. */
const whole = (traceId: string, names: readonly string[]) =>
  until({
    what: `the trace to hold ${names.join(', ')}, and nothing loose`,
    look: () => {
      const missing = names.filter((name) => named(traceOf(traceId), name).length === 0);
      return Promise.resolve({ missing, loose: loose(traceId) });
    },
    good: (seen) => seen.missing.length === 0 && seen.loose.length === 0,
  });

/** Steps whose parent is neither a step of the trace nor the caller's. */
function loose(traceId: string): string[] {
  const spans = traceOf(traceId);
  const known = new Set([CALLER_SPAN, ...spans.map(({ spanId }) => spanId)]);
  return spans.filter(({ parentSpanId = '' }) => !known.has(parentSpanId)).map(({ name }) => name);
}

const PUBLICATION = [
  'prepare',
  'ask.catalog.get-property-snapshot',
  'set',
  'FTP connect',
  'FTP upload',
  'FTP rename',
  'send event.publication.succeeded',
  'process event.publication.succeeded',
  'deliver',
  'POST webhook',
];

describe('a trace', () => {
  let property: Property;
  let target: Target;

  it('a trace leads from a new property to its photos and its fact', async () => {
    const input = propertyInput({ attachments: demoAttachments(world.stack.filesUrl) });
    property = await send<Property>(CALLER.property, ['POST', '/properties'], input);
    await whole(CALLER.property, [
      'POST /properties',
      'ask.catalog.create-property',
      'process property',
      'GET attachment',
      'send fact.catalog.property.changed.v1',
      'process fact.catalog.property.changed.v1',
    ]);
  });

  it('a trace leads from POST /listings through broker, lane, FTP upload and webhook without a gap', async () => {
    target = await customer.api.post<Target>('/targets', targetInput(world.stack, 0));
    const wanted = { propertyId: property.id, targetId: target.id };
    const listing = await send<Listing>(CALLER.listing, ['POST', '/listings'], wanted);
    const steps = ['POST /listings', 'ask.distribution.create-listing', 'ask.catalog.check-property'];
    await whole(CALLER.listing, [...steps, ...PUBLICATION]);
    const spans = traceOf(CALLER.listing);
    expect(new Set(spans.map(({ service }) => service))).toEqual(
      new Set(['api-gateway', 'catalog', 'distribution', 'notifier']),
    );
    const [request] = named(spans, 'POST /listings');
    expect(request).toMatchObject({ parentSpanId: CALLER_SPAN, service: 'api-gateway', failed: false });
    expect(request?.attributes).toMatchObject({ 'http.route': '/listings' });
    expect(named(spans, 'set')[0]?.attributes).toMatchObject({ 'estate.listing.id': listing.id });
    const answered = named(spans, 'ask.distribution.create-listing').find(({ kind }) => kind === 2);
    expect(named(spans, 'ask.distribution.create-listing')).toContainEqual(
      expect.objectContaining({ kind: 3, spanId: answered?.parentSpanId }),
    );
  });

  it('a trace leads from the update of a property to the upload and the webhook', async () => {
    const update = propertyInput({ attachments: demoAttachments(world.stack.filesUrl).slice(1) });
    const body = { ...update, externalId: property.externalId };
    await send(CALLER.update, ['PUT', `/properties/${property.id}`], body);
    await whole(CALLER.update, ['PUT /properties/{id}', 'process property', ...PUBLICATION]);
  });

  it('a trace contains no secrets and only the hosts of addresses', () => {
    const told = collector.bodies.join('\n');
    const secrets = [
      customer.key,
      webhook.signingKey ?? 'none',
      world.stack.operatorToken,
      world.stack.ftpUsers[0]?.password ?? 'none',
      world.stack.ftpUsers[0]?.username ?? 'none',
      `/hooks/${HOOK}`,
      contactInput.email,
    ];
    expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
  });
});
