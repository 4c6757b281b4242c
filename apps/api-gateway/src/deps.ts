import type { Auditor, Resealing } from '@estate/persistence';
import type { Guard } from './access/admission.ts';
import type { DashboardSessions } from './dashboard/sessions.ts';
import type { FrontDoor } from './front-door/front-door-routes.ts';
import type { Once } from './idempotency/once.ts';
import type { Stores } from './stores/open-stores.ts';
import type { AskOwner } from './routing/ask-owner.ts';

/** Everything a route may touch. */
export interface Deps extends Pick<Stores, 'accounts' | 'apiKeys'> {
  clock: () => Date;
  newId: () => string;
  askOwner: AskOwner;
  guard: Guard;
  /** For the operator. */
  auditor: Pick<Auditor, 'violations'>;
  secrets: { reseal(after?: string): Promise<Resealing> };
  once: Pick<Once, 'run'>;
  sessions: DashboardSessions;
  frontDoor: FrontDoor;
}
