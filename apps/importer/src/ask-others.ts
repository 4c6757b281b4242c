import type { Bus } from '@estate/messaging';
import type { Manifest } from './manifest.ts';

/** Asks the services that own properties and listings. */
export type AskOthers = Pick<Bus<Manifest>, 'ask'>;
