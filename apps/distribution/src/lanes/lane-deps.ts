import type { Bus } from '@estate/messaging';
import type { AttemptCounter } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import type { RetrySchedule } from '../domain/retry-schedule.ts';
import type { ClaimedTarget } from '../domain/target.ts';
import type { HiddenAddressDeps } from '../listings/hidden-address-of.ts';
import type { DueListings } from '../stores/listings/due-listings.ts';
import type { ListingProgress } from '../stores/listings/listing-progress.ts';
import type { LaneControls } from '../stores/targets/lane-controls.ts';
import type { LaneLeases } from '../stores/targets/lane-leases.ts';
import type { ListingTimeline } from '../stores/listing-timeline.ts';
import type { TargetLogins } from '../stores/targets/target-logins.ts';
import type { TargetClosings } from '../stores/targets/target-closings.ts';
import type { TargetReports } from '../stores/targets/target-reports.ts';
import type { TargetStore } from '../stores/targets/target-store.ts';
import type { AccountDeps } from '../platforms/access/target-access.ts';
import type { LaneMetrics } from './lane-metrics.ts';

/** A leased target while a worker is on it. */
export interface Lane {
  target: ClaimedTarget;
  /** Aborted when the service stops or the lease is lost. */
  signal: AbortSignal;
  /** True if the lease is held at this very moment; the signal may be late where the process stood still. */
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
  /** After an upload, a report folder is read after this time. */
  folderDelayMs: number;
}

/** The dependencies of the parts of a lane: only the methods that each part uses. */
export interface NoteDeps {
  timeline: Pick<ListingTimeline, 'add'>;
}

export interface NoteAcceptedDeps extends Pick<Deps, 'clock'> {
  leases: Pick<LaneLeases, 'accepted'>;
  targets: { reports: Pick<TargetReports, 'uploaded'> };
  options: Pick<LaneOptions, 'folderDelayMs'>;
}

export interface SetAsideDeps extends Pick<Deps, 'clock' | 'log' | 'newId'> {
  leases: Pick<LaneLeases, 'setAside'>;
}

export type ClaimDeps = SetAsideDeps &
  NoteDeps & {
    leases: Pick<LaneLeases, 'claim'>;
    options: Pick<LaneOptions, 'leaseMs' | 'owner'>;
  };

export interface LeaseDeps extends Pick<Deps, 'clock' | 'log'> {
  leases: Pick<LaneLeases, 'extend' | 'release'>;
  options: Pick<LaneOptions, 'leaseMs'>;
}

export type OpenDeps = AccountDeps & Pick<Deps, 'log' | 'platforms'>;

export interface SharedObjectDeps extends Pick<Deps, 'clock'> {
  logins: Pick<TargetLogins, 'among' | 'sharing'>;
  progress: Pick<ListingProgress, 'liveOf' | 'takeOver'>;
}

export interface PrepareDeps extends HiddenAddressDeps, SharedObjectDeps {
  bus: Pick<Bus, 'ask'>;
  progress: SharedObjectDeps['progress'] &
    Pick<ListingProgress, 'begin' | 'doubtFiles' | 'inherit' | 'olderDeletion'>;
  options: Pick<LaneOptions, 'recheckMs'>;
}

export interface CountDeps extends NoteDeps {
  counter: Pick<AttemptCounter, 'add' | 'save'>;
}

export interface AttemptLogDeps extends CountDeps, Pick<Deps, 'log'> {
  leases: Pick<LaneLeases, 'begin'>;
}

export interface RecordDeps extends CountDeps, SharedObjectDeps, Pick<Deps, 'log' | 'newId'> {
  metrics: Pick<LaneMetrics, 'published'>;
  progress: SharedObjectDeps['progress'] & Pick<ListingProgress, 'republish' | 'republishSharers' | 'settle'>;
  schedule: RetrySchedule;
}

export interface PostponeDeps {
  due: Pick<DueListings, 'bringForward' | 'postpone'>;
  targets: Pick<TargetStore, 'peek'>;
}

export type StopDeps = PostponeDeps &
  RecordDeps & { due: Pick<DueListings, 'ifDue' | 'ofTarget'>; leases: Pick<LaneLeases, 'record'> };

export interface RemovalDeps {
  due: Pick<DueListings, 'hasUnfinished'>;
  progress: Pick<ListingProgress, 'forgetAbandoned'>;
  targets: Pick<TargetStore, 'remove'> & { closings: Pick<TargetClosings, 'isKept'> };
}

export interface DueTargetsDeps {
  due: Pick<DueListings, 'targets'>;
  lanes: Pick<LaneControls, 'stopped'>;
}

/** The needs of one run of a lane, with all its steps. */
export type LaneRunDeps = AttemptLogDeps &
  NoteAcceptedDeps &
  OpenDeps &
  PrepareDeps &
  StopDeps & {
    options: Pick<LaneOptions, 'runListings' | 'runMs'>;
    leases: Pick<LaneLeases, 'isOpen'>;
    progress: Pick<ListingProgress, 'notSent' | 'remember'>;
  };

export type RunLaneDeps = LaneRunDeps & LeaseDeps & RemovalDeps;

export type LaneSchedulerDeps = ClaimDeps &
  DueTargetsDeps &
  RunLaneDeps & { due: Pick<DueListings, 'ifDue'> };
