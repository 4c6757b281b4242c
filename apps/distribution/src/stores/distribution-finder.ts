import { lowerCaseAscii } from '@estate/contracts';
import { Finder, findable } from '@estate/persistence';
import type { Collection } from '@estate/persistence';
import type { ListingDoc } from './listings/listing-document.ts';
import type { TargetDoc } from './targets/target-document.ts';

/** Looks targets up by id and request address, and listings by id. */
export const distributionFinder = ({
  targets,
  listings,
}: {
  targets: Collection<TargetDoc>;
  listings: Collection<ListingDoc>;
}): Finder =>
  new Finder([
    findable({
      kind: 'target',
      docs: targets,
      by: (address) => [{ emailId: lowerCaseAscii(address.split('@')[0] ?? '') }],
      fields: { accountId: 1, name: 1, type: 1 },
      describe: ({ accountId, name, type }) => ({ accountId, name: name ?? type }),
    }),
    findable({
      kind: 'listing',
      docs: listings,
      fields: { accountId: 1 },
      describe: ({ accountId }) => ({ accountId }),
    }),
  ]);
