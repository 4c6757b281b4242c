import type { ServiceManifest } from '@estate/contracts';
import { PropertyDeleted, PublicationFailed, RunLane, checkProperty, listUsage } from '@estate/contracts';
import { expect, it } from 'vitest';
import { contractsIn, mapProblems, rowsOf } from './message-map-table.ts';

const CONTRACTS = contractsIn({ checkProperty, PublicationFailed, PropertyDeleted, RunLane, other: 1 });

const service = (name: string, part: Partial<ServiceManifest>): ServiceManifest => ({
  ...{ name, answers: [], asks: [], tells: [], handles: {} },
  ...{
    database: { sealed: false, queue: false },
    ports: { internal: 9090 },
    metrics: {},
  },
  ...part,
});

const SERVICES = [
  service('catalog', { answers: [checkProperty], tells: [PropertyDeleted] }),
  service('distribution', {
    asks: [checkProperty],
    tells: [PublicationFailed, RunLane],
    handles: { 'on-run-lane': RunLane },
  }),
  service('notifier', { handles: { 'on-customer-event': 'event.>' } }),
];

it('the message map has one row for each contract, sorted by subject, with the filter that covers it', () => {
  const rows = rowsOf(CONTRACTS, SERVICES);
  expect(rows.map(({ name, owner, from, to }) => [name, owner, from, to])).toEqual([
    ['checkProperty', 'catalog', ['distribution'], ['catalog']],
    ['PublicationFailed', 'distribution', ['distribution'], ['notifier']],
    ['PropertyDeleted', 'catalog', ['catalog'], []],
    ['RunLane', 'distribution', ['distribution'], ['distribution']],
  ]);
});

it('the message map has a row for each owner of an operation that several services answer', () => {
  const names = contractsIn({ listUsage }).map(({ name, subject }) => [name, subject]);
  expect(names).toContainEqual(['listUsage.inbox', 'ask.inbox.list-usage']);
  expect(names).toHaveLength(4);
});

it('the message map accepts a fact that no service handles yet', () => {
  expect(mapProblems(rowsOf(CONTRACTS, SERVICES))).toEqual([]);
});

it('the message map refuses what no service answers, tells or handles', () => {
  expect(mapProblems(rowsOf(CONTRACTS, []))).toEqual([
    'no service answers ask.catalog.check-property',
    'no service tells event.publication.failed',
    'no service tells fact.catalog.property.deleted.v1',
    'no service tells wake.distribution.run-lane',
    'no service handles wake.distribution.run-lane',
  ]);
});

it('the message map refuses an event that two services tell', () => {
  const second = service('inbox', { tells: [PublicationFailed] });
  expect(mapProblems(rowsOf(CONTRACTS, [...SERVICES, second]))).toEqual([
    'event.publication.failed is published by distribution and inbox',
  ]);
});
