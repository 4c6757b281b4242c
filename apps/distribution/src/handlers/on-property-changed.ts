import { PropertyChanged } from '@estate/contracts';
import { on } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import type { Deps } from '../deps.ts';

/** Publishes a property again wherever it is listed; a redelivery finds that its revision was seen. */
export const onPropertyChanged = ({ clock, listings, wakeLane }: Deps) =>
  on(PropertyChanged, async ({ data, ...message }) => {
    const targets = await listings.makeDueOfRevision(data, {
      at: clock(),
      ...traceOf(message),
    });
    targets.forEach(wakeLane);
  });
