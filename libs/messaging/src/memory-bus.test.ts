import { checkProperty } from '@estate/contracts';
import { expect, it } from 'vitest';
import { busSuite } from './bus.suite.ts';
import { memoryTransport } from './memory-bus.ts';
import { caller, changed } from './suite-fixtures.ts';

busSuite('memory bus', async () => memoryTransport());

it('the memory bus records published messages and lets a test answer for a service', async () => {
  const bus = memoryTransport();
  bus.answer(checkProperty, async () => ({ exists: false }));
  const sent = changed(1);
  await bus.publish(sent);
  expect(bus.published).toEqual([sent]);
  expect(await bus.ask(checkProperty, { propertyId: 'p' }, caller)).toEqual({ exists: false });
});
