import { getPropertySnapshot } from '@estate/contracts';
import type { PropertySnapshot } from '@estate/contracts';
import { NotFound } from '@estate/errors';
import type { Bus, Caller } from '@estate/messaging';
import type { Manifest } from '../manifest.ts';

/** The property as it would be published now; undefined when there is none. @throws Unavailable while the catalog is */
export async function takeSnapshot(
  propertyId: string,
  caller: Caller,
  { bus }: { bus: Pick<Bus<Manifest>, 'ask'> },
): Promise<PropertySnapshot | undefined> {
  try {
    return await bus.ask(getPropertySnapshot, { propertyId }, caller);
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
