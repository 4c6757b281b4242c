import type { Property } from '@estate/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { usePropertyType } from '../api/property-types.ts';
import { usePermissions } from '../api/rights.ts';
import { useReasonText } from '../problems/use-reason-text.ts';

/** An unchanged property is not checked again within this time. */
const CHECKED_MS = 60_000;

/** The parts of a property that change a dry run: the end of processing changes no time. */
export type CheckedProperty = Pick<Property, 'updatedAt' | 'processingStatus'>;

interface Asked {
  propertyId: string;
  targetId: string;
  property: CheckedProperty | undefined;
}

/** The dry run of the current property for a target. */
export const dryRunOf = ({ propertyId, targetId, property }: Asked) => ({
  queryKey: ['dry-run', propertyId, targetId, property?.updatedAt, property?.processingStatus],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.listings.validate({ propertyId, targetId }, { signal }),
  staleTime: CHECKED_MS,
});

interface Pair {
  propertyId: string;
  targetId: string | undefined;
}

/** A property, its type, and the problems of the dry run for a target in the user's language; a read-only key cannot run it. */
export function useCarried({ propertyId, targetId }: Pair) {
  const mayWrite = usePermissions().includes('write');
  const property = useQuery({
    queryKey: ['property', propertyId],
    queryFn: ({ signal }) => api.properties.get(propertyId, { signal }),
  });
  const type = usePropertyType(property.data?.type);
  const dryRun = useQuery({
    ...dryRunOf({ propertyId, targetId: targetId ?? '', property: property.data }),
    enabled: mayWrite && property.data !== undefined && targetId !== undefined,
  });
  const textOf = useReasonText('reason', property.data?.type);
  const found = dryRun.data;
  return {
    property: property.data,
    type: type.data,
    dryRun: found
      ? { ...found, problems: found.problems.map((one) => ({ ...one, message: textOf(one) })) }
      : undefined,
    error: property.error ?? type.error ?? dryRun.error,
    isComplete: !mayWrite || dryRun.data !== undefined,
  };
}
