import { Unavailable } from '@estate/errors';
import { toServiceError } from '@estate/persistence';
import type { ListingRecord } from '../domain/listing.ts';
import { INTERNAL } from '../lanes/internal-failure.ts';
import type { Lane, PrepareDeps } from '../lanes/lane-deps.ts';
import { preparePublication } from '../lanes/prepare-publication.ts';
import type { PublicationStep } from '../lanes/prepare-publication.ts';
import { accessTo } from '../platforms/access/access-to.ts';
import { failureOf } from '../platforms/problems.ts';

export type SetStep = Extract<PublicationStep, { kind: 'set' }>;

export const isSet = (step: PublicationStep): step is SetStep => step.kind === 'set';

/** The platform shows it, and the transfer cannot contain it. */
export const isLost = ({ kind, record }: PublicationStep): boolean =>
  record.published && (kind === 'refuse' || kind === 'later' || kind === 'skip');

/** The same for a reason that ends by itself, without its customer. */
export const isLostForNow = (step: PublicationStep): boolean =>
  isLost(step) && !(step.kind === 'refuse' && step.failure !== INTERNAL);

/** Undefined while a question cannot be answered: the transfer is tried again. */
export async function prepareAll(
  listings: readonly ListingRecord[],
  lane: Lane,
  deps: PrepareDeps,
): Promise<PublicationStep[] | undefined> {
  const steps: PublicationStep[] = [];
  for (const record of listings) {
    if (record.wanted.action === 'delete') continue;
    const step = await prepare(record, lane, deps);
    if (step.kind === 'catalog-unavailable' || lane.signal.aborted) {
      await takeBack([...steps, step].filter(isSet), lane, deps);
      return undefined;
    }
    steps.push(step);
  }
  return steps;
}

/** The steps as they would be now; nothing is saved. */
export const foreseeAll = (listings: readonly ListingRecord[], lane: Lane, deps: PrepareDeps) =>
  prepareAll(listings, lane, { ...deps, progress: unsaved(deps.progress) });

const unsaved = (progress: PrepareDeps['progress']): PrepareDeps['progress'] => ({
  begin: () => Promise.resolve(true),
  doubtFiles: () => Promise.resolve(),
  inherit: () => Promise.resolve(null),
  liveOf: (accountId, externalId) => progress.liveOf(accountId, externalId),
  notSent: () => Promise.resolve(),
  async olderDeletion(record) {
    const older = await progress.olderDeletion(record);
    // A deletion that was abandoned is inherited, and blocks nothing.
    return older?.dueAt ? older : null;
  },
  takeOver: () => Promise.resolve(true),
});

/** A property that the platform would refuse alone is refused here, too. */
async function prepare(record: ListingRecord, lane: Lane, deps: PrepareDeps): Promise<PublicationStep> {
  try {
    const step = await preparePublication(record, lane, deps);
    const failure = isSet(step) ? refusalOf(step, lane, deps) : undefined;
    return failure ? { kind: 'refuse', record: step.record, failure } : step;
  } catch (thrown) {
    if (lane.signal.aborted || toServiceError(thrown) instanceof Unavailable) throw thrown;
    deps.log.error({ err: thrown, listingId: record.id }, 'publication.not-prepared');
    return { kind: 'refuse', record, failure: INTERNAL };
  }
}

function refusalOf({ publication }: SetStep, { target }: Lane, deps: PrepareDeps) {
  const platform = deps.platforms.get(target.type);
  const account = accessTo(target.type).account(target, deps);
  return platform && failureOf(platform.problems(account, publication.snapshot));
}

/** A prepared listing counts as possibly sent until this takes it back. */
export async function takeBack(
  sets: readonly SetStep[],
  { target }: Lane,
  deps: Pick<PrepareDeps, 'progress'>,
): Promise<void> {
  for (const { record } of sets)
    if (!record.everUploaded) await deps.progress.notSent(record, target.lease.fence);
}
