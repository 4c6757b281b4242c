import { TargetFailing, TargetPaused, TargetSilent } from '@estate/contracts';
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

const MINUTE_MS = 60_000;

/** The event of a platform that used to report and does not. */
export function silentEvent(
  target: Named & Pick<TargetRecord, 'reporting'>,
  since: Date,
  about: About,
): OutgoingMessage {
  const usualMinutes = Math.round((target.reporting?.usualMs ?? 0) / MINUTE_MS);
  const upload = `${since.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const text = `The platform has sent no report since the upload of ${upload}. Its reports usually came ${usualMinutes} minutes after an upload. Check on the platform whether it still imports packages.`;
  const silence = { since: since.toISOString(), usualMinutes, message: text };
  return message(TargetSilent, { ...named(target), ...silence }, aboutOf(target, about));
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
