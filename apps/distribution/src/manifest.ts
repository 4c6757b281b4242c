import * as contracts from '@estate/contracts';
import { defineService } from '@estate/contracts';
import { METRICS } from './metrics.ts';

/** Targets, listings and their publication on platforms. */
export const manifest = defineService({
  name: 'distribution',
  answers: [
    ...contracts.ownerOperations('distribution'),
    ...contracts.operationsOf('distribution', contracts),
  ],
  asks: [
    contracts.checkProperty,
    contracts.compareRevisions,
    contracts.getPropertySnapshot,
    contracts.listCatalogOwners,
    contracts.listRevisions,
    contracts.listSourcesNamingTarget,
    contracts.listUnknownAccounts,
    contracts.listWebhooksNamingTarget,
    contracts.receiveReportFile,
  ],
  tells: [
    contracts.PublicationConfirmed,
    contracts.PublicationFailed,
    contracts.PublicationRejected,
    contracts.PublicationSucceeded,
    contracts.RunLane,
    contracts.TargetFailing,
    contracts.TargetPaused,
    contracts.TargetSilent,
  ],
  handles: {
    'on-property-changed': contracts.PropertyChanged,
    'on-property-deleted': contracts.PropertyDeleted,
    'on-report-received': contracts.ReportReceived,
    'on-run-lane': contracts.RunLane,
  },
  erases: ['on-property-changed', 'on-property-deleted', 'on-report-received'],
  reads: ['event.publication.>', 'event.property.>'],
  database: {
    sealed: true,
    queue: false,
  },
  ports: { internal: 9090 },
  metrics: METRICS,
});

export type Manifest = typeof manifest;
