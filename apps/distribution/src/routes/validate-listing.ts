import { validateListing } from '@estate/contracts';
import type { PropertySnapshot, PublicationProblem } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { propertyUnknown, targetUnknown } from '../domain/listing-rules.ts';
import { whyNotProcessed } from '../domain/publication.ts';
import { closedAccount } from '../lanes/platform-account.ts';
import { platformOf } from '../platforms/platform-of.ts';
import { takeSnapshot } from '../listings/take-snapshot.ts';

/** Whether a publication would succeed, found without contacting the platform. */
export const validateListingRoute = (deps: Deps) =>
  answer(validateListing, async ({ propertyId, targetId }, caller) => {
    const target = await deps.targets.find(caller.accountId, targetId);
    if (!target || target.deleting) throw targetUnknown(targetId);
    const snapshot = await takeSnapshot(propertyId, caller, deps);
    if (!snapshot) throw propertyUnknown(propertyId);
    const ofPlatform = platformOf(target.type, deps).problems(closedAccount(target), snapshot);
    const problems = [...ofProcessing(snapshot), ...ofPlatform];
    return { publishable: problems.every(({ severity }) => severity !== 'error'), problems };
  });

function ofProcessing(snapshot: PropertySnapshot): PublicationProblem[] {
  const { processingStatus } = snapshot;
  const about = { code: 'property_not_processed', field: 'attachments' };
  if (processingStatus === 'failed')
    return [{ severity: 'error', ...about, message: whyNotProcessed(snapshot) }];
  if (processingStatus === 'pending') {
    const message =
      'The attachments are still being processed. A listing is published after processing has ended.';
    return [{ severity: 'warning', ...about, message }];
  }
  return [];
}
