import type { Bus } from '@estate/messaging';
import type { Vault } from '@estate/vault';
import type { Deps } from '../deps.ts';
import type { RetrySchedule } from '../domain/retry-schedule.ts';
import type { ClaimedTarget } from '../domain/target.ts';
import type { DueListings } from '../stores/listings/due-listings.ts';
import type { ListingProgress } from '../stores/listings/listing-progress.ts';
import type { LaneControls } from '../stores/targets/lane-controls.ts';
import type { LaneLeases } from '../stores/targets/lane-leases.ts';
import type { TargetStore } from '../stores/targets/target-store.ts';
import type { LaneMetrics } from './lane-metrics.ts';

/** A leased target while a worker is on it. */
export interface Lane {
  target: ClaimedTarget;
  /** Aborted when the service stops or the lease is lost. */
  signal: AbortSignal;
  /** Whether the lease is held at this very moment; the signal may be late where the process stood still. */
  isHeld(): boolean;
}

export interface LaneOptions {
  /** Names this process in leases. */
  owner: string;
  leaseMs: number;
  /** After so many listings, or so long, a run of a lane ends and other lanes go first. */
  runListings: number;
  runMs: number;
  /** When to look again at a property that is being processed, should its fact not come. */
  recheckMs: number;
}

/** What the parts of a lane may touch: each the few methods that it uses. */
export interface SetAsideDeps extends Pick<Deps, 'clock' | 'log'> {
  leases: Pick<LaneLeases, 'setAside'>;
}

export type ClaimDeps = SetAsideDeps & {
  leases: Pick<LaneLeases, 'claim'>;
  options: Pick<LaneOptions, 'leaseMs' | 'owner'>;
};

export interface LeaseDeps extends Pick<Deps, 'clock' | 'log'> {
  leases: Pick<LaneLeases, 'extend' | 'release'>;
  options: Pick<LaneOptions, 'leaseMs'>;
}

export interface AccountDeps {
  vault: Pick<Vault, 'open'>;
  targets: Pick<TargetStore, 'rememberEncryption'>;
}

export type OpenDeps = AccountDeps & Pick<Deps, 'log' | 'platforms'>;

export interface PrepareDeps {
  clock(): Date;
  bus: Pick<Bus, 'ask'>;
  progress: Pick<ListingProgress, 'begin' | 'inherit' | 'olderDeletion'>;
  options: Pick<LaneOptions, 'recheckMs'>;
}

export interface RecordDeps extends Pick<Deps, 'clock' | 'log' | 'newId'> {
  metrics: Pick<LaneMetrics, 'published'>;
  progress: Pick<ListingProgress, 'republishSharers' | 'settle'>;
  schedule: RetrySchedule;
}

export interface PostponeDeps {
  due: Pick<DueListings, 'bringForward' | 'postpone'>;
  targets: Pick<TargetStore, 'peek'>;
}

export type StopDeps = PostponeDeps &
  RecordDeps & { due: Pick<DueListings, 'ofTarget'>; leases: Pick<LaneLeases, 'record'> };

export interface RemovalDeps {
  due: Pick<DueListings, 'hasUnfinished'>;
  progress: Pick<ListingProgress, 'forgetAbandoned'>;
  targets: Pick<TargetStore, 'remove'>;
}

export interface DueTargetsDeps {
  due: Pick<DueListings, 'targets'>;
  lanes: Pick<LaneControls, 'stopped'>;
}

/** What one run of a lane needs: all that its steps do. */
export type LaneRunDeps = OpenDeps &
  PrepareDeps &
  StopDeps & {
    options: Pick<LaneOptions, 'runListings' | 'runMs'>;
    progress: Pick<ListingProgress, 'notSent' | 'remember'>;
  };

export type RunLaneDeps = LaneRunDeps & LeaseDeps & RemovalDeps;

export type LaneSchedulerDeps = ClaimDeps &
  DueTargetsDeps &
  RunLaneDeps & { due: Pick<DueListings, 'ifDue'> };
