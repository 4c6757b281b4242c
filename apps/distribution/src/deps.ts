import type { TargetType } from '@estate/contracts';
import type { EgressPolicy } from '@estate/egress';
import type { Bus } from '@estate/messaging';
import type { Logger } from '@estate/observability';
import type { Vault } from '@estate/vault';
import type { RedirectFlow } from './authorizations/flow.ts';
import type { AnyPlatform } from './platforms/platform.ts';
import type { PlatformProfile } from './platforms/profiles.ts';
import type { Manifest } from './manifest.ts';
import type { Stores } from './stores/open-stores.ts';

/** Everything a route or a handler may touch. */
export interface Deps extends Pick<
  Stores,
  | 'targets'
  | 'listings'
  | 'listedProperties'
  | 'listingsNamed'
  | 'statistics'
  | 'timeline'
  | 'attemptDays'
  | 'consumers'
  | 'publishingSettings'
  | 'reports'
  | 'feeds'
  | 'fetches'
  | 'listingFetches'
  | 'authorizations'
  | 'unknownObjects'
> {
  clock(): Date;
  newId(): string;
  /** The random part of a request address. */
  newEmailId(): string;
  /** The email address under which requests for a target arrive. */
  requestAddress(emailId: string): string;
  log: Logger;
  bus: Pick<Bus<Manifest>, 'ask'>;
  profiles: ReadonlyMap<string, PlatformProfile>;
  platforms: ReadonlyMap<string, AnyPlatform>;
  /** Descriptions of platforms with an adapter of their own, for customers. */
  described: readonly TargetType[];
  /** Of the types whose end users approve the connection. */
  flows: ReadonlyMap<string, RedirectFlow>;
  /** Address under which customers and end users reach the service. */
  publicUrl: string;
  vault: Vault;
  egress: EgressPolicy;
  /** Names this process in leases. */
  owner: string;
  /** Listings of a target have become due. */
  wakeLane(targetId: string): void;
  /** Aborted when the service stops. */
  signal: AbortSignal;
}
