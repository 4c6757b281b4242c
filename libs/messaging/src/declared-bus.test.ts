import {
  ContactChanged,
  PropertyChanged,
  PropertyDeleted,
  ReadMail,
  RunLane,
  checkProperty,
  checkTarget,
  defineService,
  getProperty,
  listEvents,
} from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import { expect, it } from 'vitest';
import { answer } from './answer.ts';
import { consume, listDeadLetters, serveAnswers } from './bus.ts';
import type { AnswersOf, HandlersOf } from './bus.ts';
import { on } from './handler.ts';
import { memoryBus } from './memory-bus.ts';
import { message } from './message.ts';
import { ACCOUNT, caller, changed, newHost, nextId } from './suite-fixtures.ts';

const manifest = defineService({
  name: 'catalog',
  answers: [checkProperty, getProperty],
  asks: [checkTarget],
  tells: [PropertyChanged],
  handles: { 'on-contact-changed': ContactChanged, 'on-property-deleted': PropertyDeleted },
  database: { sealed: false, queue: false },
  ports: { internal: 9090 },
  metrics: {},
});
type Manifest = typeof manifest;

const ignore = () => Promise.resolve();
const exists = answer(checkProperty, () => Promise.resolve({ exists: true }));
const property = answer(getProperty, () => Promise.reject(new Error('unused')));
const handlers: HandlersOf<Manifest> = {
  'on-contact-changed': on(ContactChanged, ignore),
  'on-property-deleted': on(PropertyDeleted, ignore),
};

it('a bus with a manifest carries asks, messages, answers and handlers that the manifest declares', async () => {
  const bus = memoryBus(manifest);
  bus.answer(checkTarget, () => Promise.resolve({ ok: true, steps: [] }));
  await serveAnswers(bus, newHost(), [exists, property]);
  await consume(bus, newHost(), handlers);
  expect(await bus.ask(checkTarget, { id: 't' }, caller)).toEqual({ ok: true, steps: [] });
  expect(await bus.others.ask(checkProperty, { propertyId: 'p' }, caller)).toEqual({ exists: true });
  const sent = changed(1);
  await bus.publish(sent);
  expect(bus.published).toEqual([sent]);
});

it('a bus with a manifest refuses an operation that the manifest does not declare, to the compiler as well', async () => {
  const bus = memoryBus(manifest);
  // @ts-expect-error -- the manifest does not declare it
  await expect(bus.ask(listEvents, { limit: 1 }, caller)).rejects.toThrow(
    'catalog asks ask.notifier.list-events, which its manifest does not declare. Add it to `asks` in apps/catalog/src/manifest.ts',
  );
});

it('a bus with a manifest refuses a message that the manifest does not declare', async () => {
  const bus = memoryBus(manifest);
  const about = { id: nextId(), accountId: ACCOUNT, at: new Date() };
  const deleted = message(PropertyDeleted, { propertyId: nextId() }, about);
  const reason = 'catalog tells fact.catalog.property.deleted.v1';
  await expect(bus.publish(deleted)).rejects.toThrow(reason);
  await expect(bus.publish(deleted)).rejects.toBeInstanceOf(InvalidInput);
  expect(bus.published).toEqual([]);
  await bus.bury(deleted, reason);
  const { subject } = PropertyDeleted;
  expect(await listDeadLetters(bus, 9)).toMatchObject([{ consumer: 'outbox.catalog', subject, reason }]);
});

it('a bus with a manifest refuses a wake-up call that the manifest does not declare, to the compiler as well', () => {
  const bus = memoryBus(manifest);
  // @ts-expect-error -- the manifest does not declare it
  expect(() => bus.wake(RunLane, { targetId: nextId() })).toThrow('catalog tells wake.distribution.run-lane');
});

it('a bus with a manifest refuses to serve an operation that the manifest does not declare', async () => {
  const target = answer(checkTarget, () => Promise.resolve({ ok: true, steps: [] }));
  const all = [exists, property, target];
  // @ts-expect-error -- the manifest does not declare the last one
  all satisfies AnswersOf<Manifest>;
  await expect(serveAnswers(memoryBus(manifest), newHost(), all)).rejects.toThrow(
    'catalog answers ask.distribution.check-target, which its manifest does not declare',
  );
});

it('a bus with a manifest refuses a start that leaves a declared operation without an answer', async () => {
  await expect(serveAnswers(memoryBus(manifest), newHost(), [exists])).rejects.toThrow(
    'The manifest of catalog declares that it answers ask.catalog.get-property, but the service does not.',
  );
});

it('a bus with a manifest refuses a start that leaves a declared consumer without a handler', async () => {
  const { 'on-contact-changed': one } = handlers;
  await expect(consume(memoryBus(manifest), newHost(), { 'on-contact-changed': one })).rejects.toThrow(
    'The manifest of catalog declares that it handles on-property-deleted, but the service does not.',
  );
});

it('a bus with a manifest refuses a handler of another message than the manifest declares for its consumer', async () => {
  const wrong = { ...handlers, 'on-contact-changed': on(ReadMail, ignore) };
  // @ts-expect-error -- the manifest declares another message
  wrong satisfies HandlersOf<Manifest>;
  await expect(consume(memoryBus(manifest), newHost(), wrong)).rejects.toThrow(
    'catalog handles on-contact-changed (wake.inbox.read-mail), which its manifest does not declare',
  );
});
