import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineEvent, defineFact, defineWake } from './define-message.ts';
import { defineOperation } from './define-operation.ts';
import { defineService } from './define-service.ts';
import type { ServiceManifest } from './define-service.ts';

const data = z.object({});
const sell = defineOperation({ subject: 'ask.shop.sell', input: data, output: data });
const ship = defineOperation({ subject: 'ask.post.ship', input: data, output: data });
const Sold = defineFact({ subject: 'fact.shop.thing.sold.v1', data, example: {} });
const Shipped = defineFact({ subject: 'fact.post.parcel.shipped.v1', data, example: {} });
const Paid = defineEvent({ subject: 'event.sale.paid', data, example: {} });
const Pack = defineWake({ subject: 'wake.shop.pack', data, example: {} });

const shop: ServiceManifest = {
  name: 'shop',
  answers: [sell],
  asks: [ship],
  tells: [Sold, Paid, Pack],
  handles: { 'on-pack': Pack, 'on-any-event': 'event.>' },
  database: { sealed: false, queue: false },
  ports: { internal: 9090 },
  metrics: {},
};

it('a manifest stays what it is, names and subjects as literals', () => {
  const { name, asks } = defineService({ ...shop, name: 'shop', asks: [ship] });
  expect([name satisfies 'shop', asks[0].subject satisfies 'ask.post.ship']).toEqual([
    'shop',
    'ask.post.ship',
  ]);
});

it.each<[string, Partial<ServiceManifest>, string]>([
  [
    'an operation of another service among its answers',
    { answers: [ship], asks: [] },
    'it answers ask.post.ship',
  ],
  [
    'a fact of another service among what it tells',
    { tells: [Shipped] },
    'it tells fact.post.parcel.shipped.v1',
  ],
  ['one operation twice', { asks: [ship, ship] }, 'it declares ask.post.ship twice'],
  ['a consumer whose name is no on-…', { handles: { pack: Pack } }, 'it names a consumer pack'],
])('a manifest with %s is refused', (_what, part, words) => {
  expect(() => defineService({ ...shop, ...part })).toThrow(words);
});
