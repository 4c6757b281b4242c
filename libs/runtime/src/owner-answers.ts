import {
  Id,
  eraseAccount,
  filterOf,
  findAnything,
  listUsage,
  listViolations,
  listWaiting,
  repairViolations,
  resealSecrets,
  retell,
  settleRestore,
} from '@estate/contracts';
import type { BusManifest, ErasedPart, Operation, UsagePart } from '@estate/contracts';
import { answer, eraseMessages } from '@estate/messaging';
import type { Answer, AnswerFunction, Bus } from '@estate/messaging';
import { reseal } from '@estate/persistence';
import type {
  AccountEraser,
  Auditor,
  Finder,
  Resealer,
  RestoreWatch,
  Retelling,
  SealedCollection,
  UsageStore,
  WaitingWork,
} from '@estate/persistence';

/** The stores behind the operations of an owner. */
export interface OwnerStores {
  accountEraser?: Pick<AccountEraser, 'erase' | 'erased' | 'add'>;
  finder?: Pick<Finder, 'find'>;
  usage?: Pick<UsageStore, 'ofMonth' | 'until'>;
  waiting?: Pick<WaitingWork, 'byAccount'>;
  sealed: readonly SealedCollection[];
}

interface OwnerParts {
  bus: Pick<Bus, 'ready'>;
  clock: () => Date;
  manifest: BusManifest;
  stores: OwnerStores;
  auditor: Pick<Auditor, 'repair' | 'rounds' | 'violations'>;
  restores: Pick<RestoreWatch, 'list' | 'order'>;
  retelling: Pick<Retelling, 'order'> | undefined;
  vault: Resealer | undefined;
}

/** The answers to the operations of every owner; empty for a service that owns nothing. */
export function ownerAnswers(parts: OwnerParts): Answer[] {
  const { manifest, stores, auditor, restores, retelling, vault } = parts;
  const { accountEraser, finder, usage, waiting, sealed } = stores;
  const as = <F extends object>(byOwner: F, handle: AnswerFunction<F[keyof F] & Operation>): Answer[] =>
    Object.entries(byOwner)
      .filter(([owner]) => owner === manifest.name)
      .map(([, operation]) => answer(operation as F[keyof F] & Operation, handle));
  return [
    ...as(listViolations, async () => ({
      data: await auditor.violations(),
      rounds: await auditor.rounds(),
    })),
    ...as(repairViolations, ({ invariant, ids, dryRun = false }) =>
      auditor.repair({ invariant, ids, isDryRun: dryRun }),
    ),
    ...as(settleRestore, ({ lostSince }) => settled(restores, lostSince)),
    ...(retelling
      ? as(retell, async ({ since }) => ({ messages: await retelling.order(new Date(since)) }))
      : []),
    ...(finder ? as(findAnything, async ({ text }) => ({ data: await finder.find(text) })) : []),
    ...(usage
      ? as(listUsage, async ({ accountIds, month }) => ({
          countedUntil: ((await usage.until('hours')) ?? new Date(0)).toISOString(),
          days: (await usage.ofMonth(accountIds, month)) as UsagePart['days'],
        }))
      : []),
    ...(waiting ? as(listWaiting, () => dueNow(waiting, parts.clock())) : []),
    ...(vault ? as(resealSecrets, ({ after }) => reseal(sealed, vault, after)) : []),
    ...(accountEraser
      ? as(eraseAccount, ({ closingId, requestedAt }, asker) => {
          // Documents without an account must never match.
          const accountId = Id.parse(asker.accountId);
          return erased(accountEraser, { accountId, closingId, requestedAt: new Date(requestedAt) }, parts);
        })
      : []),
  ];
}

async function dueNow(waiting: NonNullable<OwnerStores['waiting']>, now: Date) {
  const { data, isLimited } = await waiting.byAccount(now);
  return {
    data: data.map((one) => ({ ...one, oldestDueAt: one.oldestDueAt.toISOString() })),
    ...(isLimited && { isLimited }),
  };
}

/** The restored backups that the service knows, after the operator named another one. */
async function settled(restores: OwnerParts['restores'], lostSince: string | undefined) {
  if (lostSince !== undefined) await restores.order(new Date(lostSince));
  const data = (await restores.list()).map((restore) => ({
    ...restore,
    noticedAt: restore.noticedAt.toISOString(),
    lostSince: restore.lostSince.toISOString(),
    lostUntil: restore.lostUntil.toISOString(),
  }));
  return { data };
}

/** Erases a portion of an account's data in the service; its messages at the broker last, when nothing makes new ones. */
async function erased(
  eraser: NonNullable<OwnerStores['accountEraser']>,
  account: Parameters<AccountEraser['erase']>[0],
  of: Pick<OwnerParts, 'bus' | 'manifest'>,
): Promise<ErasedPart> {
  const { accountId, closingId } = account;
  const isEmpty = await eraser.erase(account);
  const messages = isEmpty ? await erasedMessages(accountId, of) : 0;
  await eraser.add(closingId, { messages });
  return {
    erased: await eraser.erased(closingId),
    isDone: isEmpty && messages === 0,
  };
}

/** Erases the messages of an account from the streams and the dead letters of the consumers in the manifest. */
async function erasedMessages(
  accountId: string,
  { bus, manifest: { name, handles, erases } }: Pick<OwnerParts, 'bus' | 'manifest'>,
): Promise<number> {
  let count = 0;
  for (const [key, handled] of Object.entries(handles)) {
    if (!erases?.includes(key)) continue;
    const of = { consumer: `${name}-${key}`, filter: filterOf(handled) };
    count += (await eraseMessages(bus, of, (message) => message.accountId === accountId)).length;
  }
  return count;
}
