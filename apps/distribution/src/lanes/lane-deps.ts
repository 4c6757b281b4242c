import type { Bus } from '@estate/messaging';
import type { Logger } from '@estate/observability';
import type { Vault } from '@estate/vault';
import type { RetrySchedule } from '../domain/retry-schedule.ts';
import type { AnyPlatform } from '../platforms/platform.ts';
import type { DueListingStore } from '../stores/due-listing-store.ts';
import type { LaneLease, TargetDoc, TargetStore } from '../stores/target-store.ts';
import type { LaneMetrics } from './lane-metrics.ts';

export interface LaneOptions {
  /** Names this process in leases. */
  owner: string;
  leaseMs: number;
  /** After so many listings, or so long, a lane lets others have their turn. */
  sliceListings: number;
  sliceMs: number;
  /** When to look again at a property that is being processed, if no message arrives. */
  recheckMs: number;
}

/** What lanes may touch. */
export interface LaneDeps {
  clock(): Date;
  newId(): string;
  log: Logger;
  metrics: LaneMetrics;
  bus: Pick<Bus, 'ask'>;
  targets: Pick<
    TargetStore,
    'claimLane' | 'peek' | 'extend' | 'release' | 'recordLane' | 'remove' | 'setAside' | 'rememberEncryption'
  >;
  due: Pick<
    DueListingStore,
    | 'targets'
    | 'ifDue'
    | 'due'
    | 'olderDeletion'
    | 'inherit'
    | 'hasUnfinished'
    | 'forgetGivenUp'
    | 'notSent'
    | 'begin'
    | 'remember'
    | 'settle'
    | 'republishSharers'
    | 'postpone'
    | 'bringForward'
  >;
  platforms: ReadonlyMap<string, AnyPlatform>;
  vault: Pick<Vault, 'open'>;
  schedule: RetrySchedule;
  options: LaneOptions;
}

/** A leased target while a worker is on it. */
export interface Lane {
  target: TargetDoc;
  lease: LaneLease;
  /** Aborted when the service stops or the lease is lost. */
  signal: AbortSignal;
  /** Whether the lease is held at this very moment; the signal may be late where the process stood still. */
  isHeld(): boolean;
}
