import * as contracts from '@estate/contracts';
import { defineService } from '@estate/contracts';
import { METRICS } from './metrics.ts';

/** Targets, listings and their publication on platforms. */
export const manifest = defineService({
  name: 'distribution',
  answers: [
    contracts.checkTarget,
    contracts.countListings,
    contracts.createListing,
    contracts.createTarget,
    contracts.deleteListing,
    contracts.deleteTarget,
    contracts.explainTarget,
    contracts.findTargetByEmail,
    contracts.finishAuthorization,
    contracts.getConsumerCredentials,
    contracts.getListing,
    contracts.getTarget,
    contracts.listLanes,
    contracts.listListings,
    contracts.listTargetTypes,
    contracts.listTargets,
    contracts.listDistributionViolations,
    contracts.pauseLane,
    contracts.previewListing,
    contracts.reconcileLane,
    contracts.resealDistributionSecrets,
    contracts.resumeLane,
    contracts.retryListing,
    contracts.setConsumerCredentials,
    contracts.updateListing,
    contracts.updateTarget,
    contracts.validateListing,
  ],
  asks: [contracts.checkProperty, contracts.getPropertySnapshot],
  tells: [contracts.PublicationFailed, contracts.PublicationSucceeded, contracts.RunLane],
  handles: {
    'on-property-changed': contracts.PropertyChanged,
    'on-property-deleted': contracts.PropertyDeleted,
    'on-run-lane': contracts.RunLane,
  },
  database: { sealed: true, queue: false },
  ports: { internal: 9090 },
  egress: true,
  metrics: METRICS,
});

export type Manifest = typeof manifest;
