import { announceClosing, eraseAccount, holdAccount, holdImports, takeDownAccount } from '@estate/contracts';
import type { ClosingKind, ErasedPart } from '@estate/contracts';
import { newRequestId } from '@estate/observability';
import type { AccountEraser, WorkEnd } from '@estate/persistence';
import type { AskOwner } from '../../edge/routing/ask-owner.ts';
import { longestStepMs } from '../step-worker.ts';
import type { ClosingStep } from '../../stores/closing-store.ts';
import { CLOSING_PARTS } from '../../domain/closing.ts';
import type { ClosingPart, StoredClosing } from '../../domain/closing.ts';

/** The pause between two portions. */
const AGAIN_MS = 1000;

export interface ClosingTimes {
  /** The time in which the operator can cancel a closing. */
  cancelMs: number;
  /** The time after the request in which taking down listings is retried. */
  takeDownMs: number;
  /** The maximum wait for the last event and the last email. */
  announceMs: number;
  /** The time after which everything is checked again once nothing was found, for data in transit. */
  settleMs: number;
  /** The interval for checking whether a listing has been taken down. */
  recheckMs: number;
}

/** The maximum time that a step of a closing is planned ahead. */
export const longestClosingStepMs = ({ recheckMs, settleMs }: ClosingTimes): number =>
  longestStepMs(AGAIN_MS * 5, recheckMs, settleMs);

export interface StepDeps {
  askOwner: AskOwner;
  /** The eraser of the gateway's own documents. */
  eraser: Pick<AccountEraser, 'erase' | 'erased'>;
  clock: () => Date;
  times: ClosingTimes;
  /** The timeout of a service, which scans everything that the broker has. */
  timeoutMs: number;
}

type StepEnd = WorkEnd<ClosingStep>;

/** Runs a step of a closing. Each step is idempotent. */
export function closingStep(deps: StepDeps, closing: StoredClosing): Promise<StepEnd> {
  if (closing.state === 'cancelled') return letGo(deps, closing);
  switch (closing.phase) {
    case 'taking_down':
      return takeDown(deps, closing);
    case 'erasing':
      return erase(deps, closing);
    case 'verifying':
      return verify(deps, closing);
    default:
      return hold(deps, closing);
  }
}

const callOf = ({ timeoutMs }: StepDeps, { accountId }: StoredClosing) => ({
  ...{ accountId, requestId: newRequestId(), permissions: [] },
  timeoutMs,
});

/** Suspends the account; repeated, because another gateway may still have admitted a call that created a target. */
async function hold(deps: StepDeps, closing: StoredClosing): Promise<StepEnd> {
  await holdEverywhere(deps, closing, true);
  // At least the maximum duration of calls that other gateways have already admitted.
  const settledMs = closing.requestedAt.getTime() + deps.times.settleMs;
  const leftMs = Math.max(closing.cancellableUntil.getTime(), settledMs) - deps.clock().getTime();
  if (leftMs > 0) return { retryInMs: Math.min(leftMs, deps.times.recheckMs) };
  return { retryInMs: 0, result: { phase: 'taking_down' } };
}

async function holdEverywhere(deps: StepDeps, closing: StoredClosing, isHeld: boolean): Promise<void> {
  const about = { closingId: closing.id, isHeld };
  for (const operation of [holdAccount, holdImports])
    await deps.askOwner(operation, about, callOf(deps, closing));
}

/** Resumes the account; twice, because a process that was about to suspend it may still do so after the first time. */
async function letGo(deps: StepDeps, closing: StoredClosing): Promise<StepEnd> {
  await holdEverywhere(deps, closing, false);
  const { quietSince, cancelledAt } = closing;
  if (!quietSince) return { retryInMs: deps.times.settleMs, result: { quietSince: deps.clock() } };
  return { result: { ...(cancelledAt && { cancelledAt }) }, messages: [] };
}

async function takeDown(deps: StepDeps, closing: StoredClosing): Promise<StepEnd> {
  const about = { closingId: closing.id };
  const { remaining, left, leftCount } = await deps.askOwner(takeDownAccount, about, callOf(deps, closing));
  if (remaining === 0)
    return { retryInMs: 0, result: { phase: 'erasing', remaining, left: [], leftCount: 0 } };
  const isOver = closing.takeDownUntil <= deps.clock();
  if (isOver) return { retryInMs: 0, result: { phase: 'erasing', remaining: 0, left, leftCount } };
  return { retryInMs: deps.times.recheckMs, result: { remaining, left, leftCount } };
}

/**
 * Erases the account in one service after the other; the notifier has sent the last event before it erases, and the gateway erases the keys
 * at the end.
 */
async function erase(deps: StepDeps, closing: StoredClosing): Promise<StepEnd> {
  let { erased } = closing;
  for (const part of CLOSING_PARTS) {
    if (part === 'notifier' && !closing.isAnnounced) return announce(deps, closing, erased);
    const { isDone, erased: ofPart } = await erasePart(deps, part, closing);
    erased = { ...erased, [part]: ofPart };
    if (!isDone) return { retryInMs: AGAIN_MS, result: { erased } };
  }
  return { retryInMs: deps.times.settleMs, result: { erased, phase: 'verifying', quietSince: deps.clock() } };
}

async function announce(
  deps: StepDeps,
  closing: StoredClosing,
  erased: StoredClosing['erased'],
): Promise<StepEnd> {
  const { id: closingId, requestedAt, left, leftCount } = closing;
  const announcedAt = closing.announcedAt ?? deps.clock();
  const about = { closingId, requestedAt: requestedAt.toISOString(), left, leftCount };
  const input = { ...about, at: announcedAt.toISOString() };
  const { isSent } = await deps.askOwner(announceClosing, input, callOf(deps, closing));
  const isOver = announcedAt.getTime() + deps.times.announceMs <= deps.clock().getTime();
  const result = { erased, announcedAt };
  if (isSent || isOver) return { retryInMs: 0, result: { ...result, isAnnounced: true } };
  return { retryInMs: Math.min(deps.times.recheckMs, AGAIN_MS * 5), result };
}

/** Repeats all steps until nothing is found for a while. */
async function verify(deps: StepDeps, closing: StoredClosing): Promise<StepEnd> {
  let { erased } = closing;
  let isQuiet = true;
  for (const part of CLOSING_PARTS) {
    const { isDone, erased: ofPart } = await erasePart(deps, part, closing);
    const before = erased[part] ?? {};
    const after = higherOf(before, ofPart);
    isQuiet &&= isDone && isSame(before, after);
    erased = { ...erased, [part]: after };
  }
  const now = deps.clock();
  const { quietSince = now } = closing;
  const waitMs = quietSince.getTime() + deps.times.settleMs - now.getTime();
  if (!isQuiet) return { retryInMs: AGAIN_MS, result: { erased, isNoLongerQuiet: true } };
  if (waitMs > 0) return { retryInMs: waitMs, result: { erased, quietSince } };
  const finishedAt = closing.finishedAt ?? now;
  return { result: { erased, state: 'finished', finishedAt }, messages: [] };
}

/** The higher counts, because a service that was restored from a backup starts to count from 0. */
function higherOf(before: ErasedPart['erased'], now: ErasedPart['erased']): ErasedPart['erased'] {
  const kinds = [...new Set([...Object.keys(before), ...Object.keys(now)])] as ClosingKind[];
  return Object.fromEntries(kinds.map((kind) => [kind, Math.max(before[kind] ?? 0, now[kind] ?? 0)]));
}

const isSame = (before: ErasedPart['erased'], after: ErasedPart['erased']): boolean =>
  (Object.keys(after) as ClosingKind[]).every((kind) => after[kind] === (before[kind] ?? 0));

async function erasePart(deps: StepDeps, part: ClosingPart, closing: StoredClosing): Promise<ErasedPart> {
  const { id: closingId, accountId, requestedAt } = closing;
  if (part === 'api-gateway') {
    const isDone = await deps.eraser.erase({ accountId, closingId, requestedAt });
    return { isDone, erased: await deps.eraser.erased(closingId) };
  }
  const input = { closingId, requestedAt: requestedAt.toISOString() };
  return deps.askOwner(eraseAccount[part], input, callOf(deps, closing));
}
