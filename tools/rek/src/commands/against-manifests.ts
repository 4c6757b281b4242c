import { consumersOf, manifests } from '@estate/manifests';
import { REDRIVE, streamOf } from '@estate/messaging';
import type { AnsweringReplica, BrokerReport } from '@estate/messaging';
import { fine, wrong } from './finding.ts';
import type { Finding } from './finding.ts';

type Consumers = BrokerReport['consumers'];

/** Compares the replicas and consumers at the broker with the manifests of this version. */
export function againstManifests(replicas: readonly AnsweringReplica[], consumers: Consumers): Finding {
  const differences = [
    ...manifests.flatMap((manifest) => answersOf(manifest, replicas)),
    ...consumerDifferences(consumers),
  ];
  return differences.length === 0
    ? fine('manifests', `${String(replicas.length)} replicas answer what their manifests declare`)
    : wrong('manifests', `${differences.join('; ')}: deploy one version of every service`);
}

type Manifest = (typeof manifests)[number];

/** Lists operations that a replica does not answer although its manifest declares them, and vice versa. */
function answersOf({ name, answers }: Manifest, all: readonly AnsweringReplica[]): string[] {
  const declared = answers.map(({ subject }) => subject);
  const replicas = all.filter(({ service }) => service === name);
  if (replicas.length === 0 && declared.length > 0) return [`no replica of ${name} answers`];
  return replicas.flatMap(({ id, subjects }) => [
    ...without(declared, subjects).map((subject) => `replica ${id} of ${name} does not answer ${subject}`),
    ...without(subjects, declared).map(
      (subject) => `replica ${id} of ${name} answers ${subject}, undeclared`,
    ),
  ]);
}

/** Lists differences of consumers; messages pile up behind one that no manifest declares. */
function consumerDifferences(consumers: Consumers): string[] {
  const shown = (name: string, stream: string, filter: string) => `${name} on ${stream} (${filter})`;
  const declared = manifests
    .flatMap(consumersOf)
    .map(({ name, filter }) => shown(name, streamOf(filter), filter));
  const present = consumers
    .filter(({ stream }) => stream !== REDRIVE)
    .map(({ name, stream, filter }) => shown(name, stream, filter));
  return [
    ...without(declared, present).map((consumer) => `the consumer ${consumer} does not exist`),
    ...without(present, declared).map((consumer) => `consumer ${consumer} is in no manifest`),
  ];
}

const without = (some: readonly string[], others: readonly string[]): string[] =>
  some.filter((one) => !others.includes(one));
