import { erasePersonFromEvents, erasePersonFromInbox } from '@estate/contracts';
import type { Logger } from '@estate/observability';
import { newRequestId } from '@estate/observability';
import type { WorkEnd, Worker } from '@estate/persistence';
import type { Vault } from '@estate/vault';
import type { AskOwner } from '../../edge/routing/ask-owner.ts';
import { longestStepMs, stepWorker } from '../step-worker.ts';
import type { ErasureStep, ErasureStore } from '../../stores/erasure-store.ts';
import type { StoredErasure } from '../../domain/erasure.ts';

const AGAIN_MS = 1000;

/** The maximum time that a step of a running erasure is planned ahead. */
export const longestErasureStepMs = (settleMs: number): number => longestStepMs(AGAIN_MS, settleMs);

export interface ErasureWorkerDeps {
  erasures: Pick<ErasureStore, 'queue'>;
  askOwner: AskOwner;
  vault: Pick<Vault, 'open'>;
  clock: () => Date;
  newId: () => string;
  log: Logger;
  /** The time after which the owners are asked again once nothing was found, for data in transit. */
  settleMs: number;
  /** The retention of a person's address after the end, for the restore of a backup. */
  addressKeptMs: number;
  sweepEveryMs: number;
  /** The timeout of a service, which scans everything that the broker has. */
  timeoutMs: number;
}

/** Makes the owners erase persons, portion by portion, until they find nothing any more. */
export const erasureWorker = (deps: ErasureWorkerDeps): Worker =>
  stepWorker({
    ...deps,
    name: 'erasures',
    queue: deps.erasures.queue,
    claim: (by) => deps.erasures.queue.claim(by),
    step: ({ erasure }) => step(deps, erasure),
    report: ({ erasure: { id: erasureId, accountId } }, how) => {
      const { log } = deps;
      const about = { erasureId, accountId };
      if (how.outcome === 'trouble') log.warn({ ...about, err: how.error }, 'erasure.step');
      else if (how.outcome === 'saved' && how.end.result?.state === 'finished')
        log.info({ ...about, erased: how.end.result.erased }, 'erasure.finished');
    },
  });

async function step(deps: ErasureWorkerDeps, erasure: StoredErasure): Promise<WorkEnd<ErasureStep>> {
  const { clock, settleMs, addressKeptMs } = deps;
  if (erasure.state === 'finished') {
    return { result: { erased: erasure.erased, forgetsAddress: true }, messages: [] };
  }
  const { left, ...erased } = await askOwners(deps, erasure);
  if (left) return { retryInMs: AGAIN_MS, result: { erased, phase: left } };
  const now = clock();
  const { quietSince = now } = erasure;
  const waitMs = quietSince.getTime() + settleMs - now.getTime();
  if (waitMs > 0) return { retryInMs: waitMs, result: { erased, phase: 'verifying', quietSince } };
  return { retryInMs: addressKeptMs, result: { erased, state: 'finished', finishedAt: now } };
}

/** Asks the owners; `left` is the phase of the first owner that is not done. */
async function askOwners(
  { askOwner, vault, timeoutMs }: ErasureWorkerDeps,
  { id, accountId, email, requestedAt }: StoredErasure,
) {
  if (!email) throw new Error(`the erasure ${id} has no address`);
  const input = {
    erasureId: id,
    email: vault.open(email.sealed, id),
    requestedAt: requestedAt.toISOString(),
  };
  const call = { accountId, requestId: newRequestId(), permissions: [], timeoutMs };
  const { isDone: isInboxDone, ...fromInbox } = await askOwner(erasePersonFromInbox, input, call);
  const { isDone: areEventsDone, ...fromEvents } = await askOwner(erasePersonFromEvents, input, call);
  const areRequestsLeft = !isInboxDone && ('requests' as const);
  const left = areRequestsLeft || (!areEventsDone && ('events' as const));
  return { ...fromInbox, ...fromEvents, left };
}
