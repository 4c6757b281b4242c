import * as contracts from '@estate/contracts';
import { defineService } from '@estate/contracts';
import { METRICS } from './metrics.ts';

/** Properties, contacts and the bytes of attachments. */
export const manifest = defineService({
  name: 'catalog',
  answers: [
    contracts.checkProperty,
    contracts.createContact,
    contracts.createProperty,
    contracts.deleteContact,
    contracts.deleteProperty,
    contracts.findProperty,
    contracts.getContact,
    contracts.getProperty,
    contracts.getPropertySnapshot,
    contracts.listContacts,
    contracts.listProperties,
    contracts.listCatalogViolations,
    contracts.updateContact,
    contracts.updateProperty,
  ],
  asks: [contracts.countListings],
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
  },
  database: { sealed: false, queue: true },
  ports: { internal: 9090 },
  egress: true,
  metrics: METRICS,
});

export type Manifest = typeof manifest;
