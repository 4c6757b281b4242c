import { consumersOf, manifests } from '@estate/manifests';
import { streamOf } from '@estate/messaging';
import { expect, it } from 'vitest';
import { againstManifests } from './against-manifests.ts';

/** A system in which every service runs once, as its manifest says. */
const running = () => ({
  replicas: manifests
    .filter(({ answers }) => answers.length > 0)
    .map(({ name, answers }) => ({
      service: name,
      id: 'r1',
      subjects: answers.map(({ subject }) => subject),
    })),
  consumers: manifests
    .flatMap(consumersOf)
    .map(({ name, filter }) => ({ name, filter, stream: streamOf(filter), waiting: 0 })),
});

it('what runs at the broker is fine when every replica answers and every consumer handles what the manifests declare', () => {
  const { replicas, consumers } = running();
  const redriven = { stream: 'REDRIVE', name: 'inbox-on-read-mail', filter: 'redrive.inbox', waiting: 0 };
  expect(againstManifests(replicas, [...consumers, redriven])).toMatchObject({ state: 'fine' });
});

it('what runs at the broker is wrong when a replica answers less or more than its manifest declares, or a service does not answer', () => {
  const { replicas, consumers } = running();
  const catalog = replicas.find(({ service }) => service === 'catalog');
  catalog?.subjects.splice(catalog.subjects.indexOf('ask.catalog.check-property'), 1);
  catalog?.subjects.push('ask.catalog.forget-everything');
  const { state, says } = againstManifests(
    replicas.filter(({ service }) => service !== 'inbox'),
    consumers,
  );
  expect(state).toBe('wrong');
  expect(says).toContain('replica r1 of catalog does not answer ask.catalog.check-property;');
  expect(says).toContain('replica r1 of catalog answers ask.catalog.forget-everything, undeclared;');
  expect(says).toContain('no replica of inbox answers:');
});

it('what runs at the broker is wrong when a consumer is missing, is left over, or has another filter', () => {
  const { replicas, consumers } = running();
  const [first, second, ...others] = consumers;
  const leftOver = { stream: 'FACTS', name: 'catalog-on-moved', filter: 'fact.x', waiting: 7 };
  const { says } = againstManifests(replicas, [{ ...second!, filter: 'fact.y' }, leftOver, ...others]);
  expect(says).toContain(`the consumer ${first!.name} on`);
  expect(says).toContain(
    `the consumer ${second!.name} on ${second!.stream} (${second!.filter}) does not exist`,
  );
  expect(says).toContain(`consumer ${second!.name} on ${second!.stream} (fact.y) is in no manifest`);
  expect(says).toContain('consumer catalog-on-moved on FACTS (fact.x) is in no manifest');
});
