import { expect, it } from 'vitest';
import type { z } from 'zod';
import { AuditLogQuery } from './audit-log.ts';
import { getAttachmentImage } from './attachment-image.ts';
import { DeliveryQuery, EventQuery } from './delivery.ts';
import { EXAMPLE_ID } from './examples.ts';
import { ImportQuery } from './import.ts';
import { ListingQuery } from './listing.ts';
import { ReceivedMailQuery } from './mail.ts';
import { PropertyQuery } from './property.ts';
import { RequestLogQuery } from './request-log.ts';
import { RequestQuery } from './request.ts';
import { UsageQuery } from './usage.ts';

const QUERIES: readonly [string, z.ZodObject][] = [
  ['audit log', AuditLogQuery],
  ['deliveries', DeliveryQuery],
  ['events', EventQuery],
  ['imports', ImportQuery],
  ['listings', ListingQuery],
  ['emails', ReceivedMailQuery],
  ['properties', PropertyQuery],
  ['request log', RequestLogQuery],
  ['requests', RequestQuery],
];

/** Customers choose these themselves, so they need not be ids of the service. */
const OWN = ['externalId', 'requestId'];
const filters = QUERIES.flatMap(([list, query]) =>
  Object.keys(query.shape)
    .filter((name) => /[a-z]Id$/.test(name) && !OWN.includes(name))
    .map((name) => [list, name, query] as const),
);

it('the filters of lists for an id are found', () => {
  expect(filters.length).toBeGreaterThan(15);
});

it.each(filters)('the filter of the list of %s for %s accepts ids only', (_list, name, query) => {
  const accepts = (value: string) => query.safeParse({ [name]: value }).success;
  expect(accepts(EXAMPLE_ID)).toBe(true);
  expect(['', 'x', EXAMPLE_ID.slice(1), `${EXAMPLE_ID}0`, EXAMPLE_ID.toUpperCase()].filter(accepts)).toEqual(
    [],
  );
});

it('the month of a usage is one from 2000 on', () => {
  const accepts = (month: string) => UsageQuery.safeParse({ month }).success;
  expect(['2026-11', '2000-01'].filter(accepts)).toHaveLength(2);
  expect(['0000-01', '0026-11', '1999-12', '2026-13', '2026-00', '2026-1', ''].filter(accepts)).toEqual([]);
});

it('the position of an attachment has one spelling', () => {
  const accepts = (position: string) =>
    getAttachmentImage.input.safeParse({ id: EXAMPLE_ID, position }).success;
  expect(['0', '7', '10'].filter(accepts)).toHaveLength(3);
  expect(['00', '07', '+1', '-0', '1.0', '1e1', ' 1', ''].filter(accepts)).toEqual([]);
});
