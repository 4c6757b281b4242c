import * as contracts from '@estate/contracts';
import { defineService } from '@estate/contracts';
import { METRICS } from './metrics.ts';

/** Properties, contacts and the bytes of attachments. */
export const manifest = defineService({
  name: 'catalog',
  answers: [...contracts.ownerOperations('catalog'), ...contracts.operationsOf('catalog', contracts)],
  asks: [contracts.countListings, contracts.findListedProperties, contracts.listUnknownAccounts],
  tells: [
    contracts.ContactChanged,
    contracts.PropertyChanged,
    contracts.PropertyDeleted,
    contracts.PropertyProcessingFailed,
    contracts.PropertyProcessingSucceeded,
    contracts.ProcessProperty,
  ],
  handles: {
    'on-contact-changed': contracts.ContactChanged,
    'on-process-property': contracts.ProcessProperty,
    'on-property-deleted': contracts.PropertyDeleted,
  },
  erases: ['on-contact-changed', 'on-property-deleted'],
  database: {
    sealed: false,
    queue: true,
    bytes: 'attachments',
  },
  ports: { internal: 9090 },
  metrics: METRICS,
});

export type Manifest = typeof manifest;
