import type { Import, Job, Listing, Property, Target } from '@estate/contracts';
import { serviceNames } from '@estate/manifests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboards } from '@estate/checks/monitoring/dashboards.ts';
import { knownMetrics, processMetrics } from '@estate/checks/monitoring/known-metrics.ts';
import { ALL_EVENTS, propertyInput, targetInput } from './support/data.ts';
import { startExporters } from './support/exporters.ts';
import { hasPrometheus, startPrometheus } from './support/prometheus.ts';
import type { Prometheus } from './support/prometheus.ts';
import type { ApiClient } from '@estate/stack';
import { sandboxOf } from './support/sandbox.ts';
import { addressOf, scrape } from './support/scrape.ts';
import { STOCK } from './support/stock.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, ownWorld } from './support/world.ts';
import type { OwnWorld } from './support/world.ts';

const HOOK = 'monitoring';
const SERIES_MAX = 2000;
/** Ids of resources and requests, addresses, mail addresses, keys: none of them has few values. */
const UNBOUNDED = /[0-9a-v]{20}|:\/\/|@|req-|rek_|whsec_/;
const metrics = knownMetrics();
const ofNode = new Set(processMetrics().map(({ name }) => name));
let world: OwnWorld;

beforeAll(async () => {
  world = await ownWorld('it counts what the whole system has done');
  await publish();
}, START_TIMEOUT_MS);
afterAll(() => world.close());

/** A property reaches a platform and its webhook, a mail reaches its target; so that everything has something to show. */
async function publish(): Promise<void> {
  const { stack } = world;
  const { api, key } = await world.account('Monitoring');
  const sandbox = sandboxOf(stack);
  await sandbox.hook(api, HOOK, [...ALL_EVENTS, 'request.created']);
  const target = await api.post<Target>('/targets', targetInput(stack, 0));
  const attachments = [{ url: `${stack.filesUrl}/photos/facade.jpg` }];
  const property = await api.post<Property>('/properties', propertyInput({ externalId: 'P-1', attachments }));
  await api.post<Listing>('/listings', { propertyId: property.id, targetId: target.id });
  await fetch(`${stack.mailDropUrl}/api/mails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      to: `${target.emailId}@${stack.inboxDomain}`,
      document: 'windows1252',
      externalId: 'P-1',
    }),
  });
  await until({
    what: 'three events',
    look: () => sandbox.deliveries(HOOK),
    good: (all) => new Set(all.map(({ eventName }) => eventName)).size >= 3,
  });
  await api.get('/requests');
  const image = await fetch(`${stack.apiUrl}/properties/${property.id}/attachments/0/image?width=160`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(image.status).toBe(200);
  await image.arrayBuffer();
  const other = await api.post<Property>('/properties', propertyInput({ externalId: 'P-2' }));
  await api.delete(`/properties/${other.id}`);
  await importOne(api, key);
  await retryOne(api, property.id);
}

/** An import of one apartment. */
async function importOne(api: ApiClient, key: string): Promise<void> {
  const response = await fetch(`${world.stack.apiUrl}/imports?fileName=stock.xml`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/xml' },
    body: STOCK,
  });
  const { id } = (await response.json()) as Import;
  await until({
    what: 'the end of the import',
    look: () => api.get<Import>(`/imports/${id}`),
    good: ({ state }) => state === 'finished',
  });
}

/** A job with one item. */
async function retryOne(api: ApiClient, propertyId: string): Promise<void> {
  const { id } = await api.post<Job>('/jobs', { action: 'retry', ids: [propertyId] });
  await until({
    what: 'the end of the job',
    look: () => api.get<Job>(`/jobs/${id}`),
    good: ({ state }) => state === 'finished',
  });
}

describe('what the running services show', () => {
  it.each(serviceNames)(
    '%s exports every metric that its manifest declares, and no other',
    async (service) => {
      const { types } = await scrape(world.stack, service);
      const shown = [...types].filter(([name]) => !ofNode.has(name)).map((one) => one.join(' '));
      const declared = metrics
        .filter(({ services }) => services.includes(service))
        .map(({ name, type }) => `${name} ${type}`);
      expect(shown.toSorted()).toEqual(declared.toSorted());
      expect([...ofNode].filter((name) => !types.has(name))).toEqual([]);
    },
  );

  it('metrics have the declared labels with few values, whatever customers send', async () => {
    const { apiUrl } = world.stack;
    const { key } = await world.account('Somebody else');
    const paths = [
      '/listings/0123456789abcdefghij',
      '/nowhere/user@example.org',
      '/x?url=https://example.org',
    ];
    await Promise.all(
      paths.flatMap((path) =>
        ['GET', 'PUT', 'PROPFIND'].map((method) =>
          fetch(`${apiUrl}${path}`, { method, headers: { authorization: `Bearer ${key}` } }),
        ),
      ),
    );
    for (const service of serviceNames) {
      const { samples } = await scrape(world.stack, service);
      expect(samples.length, service).toBeLessThan(SERIES_MAX);
      const wrong = samples.filter(
        ({ labels }) =>
          labels['service'] !== service || Object.values(labels).some((value) => UNBOUNDED.test(value)),
      );
      expect(wrong).toEqual([]);
      for (const { name, labels } of metrics) {
        const own = samples.filter(({ series }) => series.replace(/_(bucket|sum|count)$/, '') === name);
        const names = new Set(own.flatMap((sample) => Object.keys(sample.labels)));
        for (const added of ['service', 'le']) names.delete(added);
        expect(
          [...names].filter((label) => !labels.includes(label)),
          name,
        ).toEqual([]);
      }
    }
  });
});

describe.skipIf(!hasPrometheus())('Prometheus on the running services', () => {
  /** Empty as long as nothing is wrong, or because nothing of the kind is set up or happens here. */
  const EMPTY_WHEN_WELL = [
    /^sum by \(target_type, code\)/,
    /outcome!="ok"/,
    /inbox_mailbox_connected/,
    /asks_failed:ratio_rate5m\{job="notifier"\}/,
    /asks_moved_total/,
    /message_duration_seconds_bucket\{job="inbox"\}/,
  ];
  let prometheus: Prometheus;
  let exporters: Awaited<ReturnType<typeof startExporters>>;
  beforeAll(async () => {
    exporters = await startExporters();
    prometheus = await startPrometheus({
      ...Object.fromEntries(serviceNames.map((service) => [service, addressOf(world.stack, service)])),
      ...exporters.targets,
    });
  });
  afterAll(async () => {
    await prometheus.stop();
    exporters.stop();
  });

  it('Prometheus evaluates every rule and answers every query of every dashboard', async () => {
    const queries = dashboards
      .flatMap(({ rows }) =>
        rows.flatMap(({ panels }) => panels.flatMap(({ queries: some }) => Object.values(some))),
      )
      .map((expr) => expr.replaceAll('$__rate_interval', '1m'))
      .filter((expr) => !EMPTY_WHEN_WELL.some((pattern) => pattern.test(expr)));
    let left = queries;
    const look = async () => {
      const counts = await Promise.all(left.map((query) => prometheus.count(query)));
      left = left.filter((_query, index) => counts[index] === 0);
      return left.length;
    };
    const good = (count: number) => count === 0;
    await until({ what: 'data for every query', look, good }).catch(() => undefined);
    expect(left).toEqual([]);
    expect(await prometheus.brokenRules()).toEqual([]);
  });
});
