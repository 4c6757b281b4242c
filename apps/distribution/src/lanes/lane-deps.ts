import type { AttemptCounter } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import type { RetrySchedule } from '../domain/retry-schedule.ts';
import type { ClaimedTarget } from '../domain/target.ts';
import type { DueListings } from '../stores/listings/due-listings.ts';
import type { ListingProgress } from '../stores/listings/listing-progress.ts';
import type { ListingTimeline } from '../stores/listing-timeline.ts';
import type { PublishingSettingsStore } from '../stores/publishing-settings-store.ts';
import type { LaneControls } from '../stores/targets/lane-controls.ts';
import type { LaneLeases } from '../stores/targets/lane-leases.ts';
import type { TargetLogins } from '../stores/targets/target-logins.ts';
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

/** The context that the parts of a lane share. */
export interface LaneDeps extends Pick<
  Deps,
  'bus' | 'clock' | 'log' | 'newId' | 'platforms' | 'targets' | 'vault'
> {
  counter: Pick<AttemptCounter, 'add' | 'save'>;
  due: DueListings;
  lanes: LaneControls;
  leases: LaneLeases;
  logins: TargetLogins;
  metrics: Pick<LaneMetrics, 'published'>;
  options: LaneOptions;
  progress: ListingProgress;
  publishingSettings: Pick<PublishingSettingsStore, 'hiddenAddress'>;
  schedule: RetrySchedule;
  timeline: Pick<ListingTimeline, 'add'>;
}

/** A publication that is only foreseen stores nothing. */
export interface PrepareDeps extends Omit<LaneDeps, 'progress'> {
  progress: Pick<
    ListingProgress,
    'begin' | 'doubtFiles' | 'inherit' | 'liveOf' | 'notSent' | 'olderDeletion' | 'takeOver'
  >;
}
