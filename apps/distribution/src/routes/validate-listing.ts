import { validateListing } from '@estate/contracts';
import type { PropertySnapshot, PublicationProblem } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { propertyUnknown, targetUnknown } from '../domain/listing-rules.ts';
import { isSoldAway } from '../domain/listing-times.ts';
import { whyNotProcessed } from '../domain/publication.ts';
import { closedAccount } from '../lanes/platform-account.ts';
import { error, warning } from '../platforms/problems.ts';
import { platformOf } from '../platforms/platform-of.ts';
import { sendable } from '../listings/address-for-target.ts';
import { takeSnapshot } from '../listings/take-snapshot.ts';

/** Whether a publication would succeed, found without contacting the platform. */
export const validateListingRoute = (deps: Deps) =>
  answer(validateListing, async ({ propertyId, targetId }, caller) => {
    const target = await deps.targets.find(caller.accountId, targetId);
    if (!target || target.deleting) throw targetUnknown(targetId);
    const stored = await takeSnapshot(propertyId, caller, deps);
    if (!stored) throw propertyUnknown(propertyId);
    const { snapshot, problems: ofAddress } = await sendable(stored, target, deps);
    const ofPlatform = platformOf(target.type, deps).problems(closedAccount(target), snapshot);
    const problems = [...ofSale(snapshot), ...ofProcessing(snapshot), ...ofAddress, ...ofPlatform];
    return { publishable: problems.every(({ severity }) => severity !== 'error'), problems };
  });

const ofSale = (snapshot: PropertySnapshot): PublicationProblem[] =>
  isSoldAway(snapshot) ? [warning('not_shown_while_sold', 'fields.salesStatus')] : [];

function ofProcessing(snapshot: PropertySnapshot): PublicationProblem[] {
  const { processingStatus, processingFailure } = snapshot;
  if (processingStatus === 'pending') return [warning('attachments_pending', 'attachments')];
  if (processingStatus !== 'failed') return [];
  const details = whyNotProcessed(snapshot);
  const failureCode = processingFailure?.failureCode ?? 'internal';
  return [error('attachments_failed', 'attachments', { details, failureCode })];
}
