import type { HandlersOf } from '@estate/messaging';
import type { Manifest } from '../manifest.ts';
import type { Deps } from '../deps.ts';
import type { LaneScheduler } from '../lanes/lane-scheduler.ts';
import { onPropertyChanged } from './on-property-changed.ts';
import { onPropertyDeleted } from './on-property-deleted.ts';
import { onReportReceived } from './on-report-received.ts';
import { onRunLane } from './on-run-lane.ts';

/** Durable consumer → handler. */
export const handlers = (deps: Deps, lanes: Pick<LaneScheduler, 'wake'>): HandlersOf<Manifest> => ({
  'on-property-changed': onPropertyChanged(deps),
  'on-property-deleted': onPropertyDeleted(deps),
  'on-report-received': onReportReceived(deps),
  'on-run-lane': onRunLane(lanes),
});
