import { TargetFailing, TargetPaused } from '@estate/contracts';
import { message } from '@estate/messaging';
import type { OutgoingMessage } from '@estate/messaging';
import { pauseOf } from '../domain/pause.ts';
import type { Stoppable } from '../domain/pause.ts';
import type { FailingSince, TargetRecord } from '../domain/target.ts';

type Named = Pick<TargetRecord, 'id' | 'accountId' | 'type' | 'name'>;

interface About {
  newId(): string;
  at: Date;
  /** Of the publication that found it; by default of the current trace. */
  requestId?: string;
}

/** The event of a pause that begins. */
export function pausedEvent(target: Named, begun: Stoppable, about: About): OutgoingMessage {
  const pause = pauseOf(begun);
  if (!pause) throw new Error(`nothing pauses the target ${target.id}`);
  return message(TargetPaused, { ...named(target), ...pause }, aboutOf(target, about));
}

/** The event of a failure that begins. */
export function failingEvent(target: Named, failing: FailingSince, about: About): OutgoingMessage {
  const { failureCode, failureMessage, since } = failing;
  const failure = { failureCode, failureMessage, since: since.toISOString() };
  return message(TargetFailing, { ...named(target), ...failure }, aboutOf(target, about));
}

const named = ({ id, type, name }: Named) => ({
  targetId: id,
  targetType: type,
  ...(name !== undefined && { name }),
});

const aboutOf = ({ accountId }: Named, { newId, at, requestId }: About) => ({
  id: newId(),
  accountId,
  at,
  ...(requestId !== undefined && { requestId }),
});
