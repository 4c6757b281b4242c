import * as contracts from '@estate/contracts';
import type { MessageDefinition } from '@estate/contracts';

const ENVELOPE = { eventId: 'd1a2b3c4e5f6g7h8i9j0', eventTime: '2026-11-01T08:30:00.000Z' };
const SUBJECT_PREFIX = 'event.';

const isEvent = (value: unknown): value is MessageDefinition =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'event';

const documented = ({ subject, data, example }: MessageDefinition) => {
  const name = subject.slice(SUBJECT_PREFIX.length);
  return { name, payload: data, example: { ...ENVELOPE, eventName: name, eventPayload: example } };
};

/** Every event of the contracts as the document shows it, in the order in which webhooks name them. */
export const EVENTS = Object.values(contracts as Record<string, unknown>)
  .filter(isEvent)
  .map(documented)
  .sort((a, b) => placeOf(a.name) - placeOf(b.name));

function placeOf(name: string): number {
  return contracts.EVENT_NAMES.findIndex((known) => known === name);
}
