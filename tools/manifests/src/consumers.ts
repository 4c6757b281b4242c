import { filterOf } from '@estate/contracts';
import type { ServiceManifest } from '@estate/contracts';

/** A durable consumer of a service and the subject, or the filter, that it listens to. */
export interface Consumer {
  name: string;
  filter: string;
}

/** The consumers of a service, named `<service>-<key>`. */
export const consumersOf = ({ name, handles }: ServiceManifest): Consumer[] =>
  Object.entries(handles).map(([key, handled]) => ({ name: `${name}-${key}`, filter: filterOf(handled) }));
