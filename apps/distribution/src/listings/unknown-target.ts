import { checkProperty } from '@estate/contracts';
import { ServiceError } from '@estate/errors';
import type { InvalidInput } from '@estate/errors';
import type { Bus, Caller } from '@estate/messaging';
import { referencesUnknown } from '../domain/listing-rules.ts';
import type { Manifest } from '../manifest.ts';

/** The refusal of a listing on an unknown target, which names an unknown property, too. */
export async function unknownTarget(
  { propertyId, targetId }: { propertyId: string; targetId: string },
  caller: Caller,
  { bus }: { bus: Pick<Bus<Manifest>, 'ask'> },
): Promise<InvalidInput> {
  const { exists } = await bus.ask(checkProperty, { propertyId }, caller).catch((error: unknown) => {
    // The target is unknown in any case.
    if (error instanceof ServiceError) return { exists: true };
    throw error;
  });
  return referencesUnknown({ targetId, ...(!exists && { propertyId }) });
}
