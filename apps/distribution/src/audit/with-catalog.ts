import type { Invariant } from '@estate/persistence';
import { propertyWalk } from './property-walk.ts';
import type { PropertyAudit } from './property-walk.ts';
import { listingsAtCatalog } from './references.ts';
import type { AuditedListings } from './references.ts';
import { sentWalk } from './sent-walk.ts';

/** Invariants of listings together with the catalog. */
export const withCatalog = (audited: PropertyAudit & AuditedListings): Invariant[] => [
  ...propertyWalk(audited),
  ...listingsAtCatalog(audited),
  ...sentWalk(audited),
];
