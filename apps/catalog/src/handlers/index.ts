import type { HandlersOf } from '@estate/messaging';
import type { Manifest } from '../manifest.ts';
import type { Deps } from '../deps.ts';
import { onContactChanged } from './on-contact-changed.ts';
import { onPropertyDeleted } from './on-property-deleted.ts';
import { onProcessProperty } from './on-process-property.ts';

/** Every durable consumer of the catalog, named by its file. */
export const handlers = (deps: Deps): HandlersOf<Manifest> => ({
  'on-contact-changed': onContactChanged(deps),
  'on-process-property': onProcessProperty(deps),
  'on-property-deleted': onPropertyDeleted(deps),
});
