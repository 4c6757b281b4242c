import type { HandlersOf } from '@estate/messaging';
import type { Manifest } from '../manifest.ts';
import { onWorkOnImport } from './on-work-on-import.ts';

/** Every durable consumer of the importer, named by its file. */
export const handlers = (wake: () => void): HandlersOf<Manifest> => ({
  'on-work-on-import': onWorkOnImport(wake),
});
