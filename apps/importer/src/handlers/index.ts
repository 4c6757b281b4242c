import type { HandlersOf } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import type { Manifest } from '../manifest.ts';
import { onPropertyDeleted } from './on-property-deleted.ts';
import { onWorkOnImport } from './on-work-on-import.ts';

/** Every durable consumer of the importer, named by its file. */
export const handlers = (wake: () => void, deps: Pick<Deps, 'bus' | 'known'>): HandlersOf<Manifest> => ({
  'on-property-deleted': onPropertyDeleted(deps),
  'on-work-on-import': onWorkOnImport(wake),
});
