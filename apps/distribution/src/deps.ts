import type { EgressPolicy } from '@estate/egress';
import type { Bus } from '@estate/messaging';
import type { Vault } from '@estate/vault';
import type { Platform } from './platforms/platform.ts';
import type { PlatformProfile } from './platforms/profiles.ts';
import type { ListingStore } from './stores/listing-store.ts';
import type { TargetStore } from './stores/target-store.ts';

/** Everything a route or a handler may touch. */
export interface Deps {
  clock(): Date;
  newId(): string;
  bus: Pick<Bus, 'ask'>;
  targets: TargetStore;
  listings: ListingStore;
  profiles: ReadonlyMap<string, PlatformProfile>;
  platforms: ReadonlyMap<string, Platform>;
  vault: Vault;
  egress: EgressPolicy;
  /** Names this process in leases. */
  owner: string;
  /** Says that listings of a target are due. */
  ring(targetId: string): void;
  /** Aborted when the service stops. */
  signal: AbortSignal;
}
