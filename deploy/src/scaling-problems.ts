import { streamOf } from '@estate/messaging';
import type { Consumer } from '@estate/manifests';
import { nameOf, ofKind } from './cluster.ts';
import type { Manifest } from './cluster.ts';

/** What there is to scale by. */
export interface Known {
  consumers: readonly Consumer[];
  metrics: ReadonlySet<string>;
}

/** Triggers that watch what is not there, and consumers that no trigger watches, in words. */
export function scalingProblems(manifests: readonly Manifest[], { consumers, metrics }: Known): string[] {
  const triggers = ofKind(manifests, 'ScaledObject').flatMap((scaled) =>
    scaled.spec.triggers.map(({ type, metadata }) => ({ name: nameOf(scaled), type, metadata })),
  );
  const watched = triggers.filter(({ type }) => type === 'nats-jetstream').map(({ metadata }) => metadata);
  const unknown = watched
    .filter((one) => !consumers.some((known) => isWatched(known, one)))
    .map(({ stream = '', consumer = '' }) => `no ${consumer} listens to ${stream}`);
  const unwatched = consumers
    .filter((known) => !watched.some((one) => isWatched(known, one)))
    .map(({ name }) => `nothing scales by ${name}`);
  const unmeasured = triggers
    .filter(({ type }) => type === 'prometheus')
    .flatMap(({ metadata }) => (metadata['query'] ?? '').match(/[a-z]+(_[a-z0-9]+)+/g) ?? ['(no metric)'])
    .filter((metric) => !metrics.has(metric))
    .map((metric) => `nobody exports ${metric}`);
  return [...unknown, ...unwatched, ...unmeasured];
}

const isWatched = ({ name, filter }: Consumer, { stream, consumer }: Record<string, string>): boolean =>
  consumer === name && stream === streamOf(filter);
