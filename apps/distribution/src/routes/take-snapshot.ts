import { getPropertySnapshot } from '@estate/contracts';
import type { PropertySnapshot } from '@estate/contracts';
import { NotFound } from '@estate/errors';
import type { Caller } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { propertyUnknown } from '../domain/listing-rules.ts';

/** The property as it would be published; InvalidInput when there is none. */
export async function takeSnapshot(
  propertyId: string,
  caller: Caller,
  { bus }: Pick<Deps, 'bus'>,
): Promise<PropertySnapshot> {
  try {
    return await bus.ask(getPropertySnapshot, { propertyId }, caller);
  } catch (error) {
    throw error instanceof NotFound ? propertyUnknown(propertyId) : error;
  }
}
