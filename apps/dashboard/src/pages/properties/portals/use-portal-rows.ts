import type { Property, Target } from '@estate/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { allOf, api } from '../../../api/client.ts';
import { namesOf, useTargetTypes } from '../../../api/names.ts';
import { FAST_MS, LIST_MS } from '../../../api/polling.ts';
import { usePermissions } from '../../../api/rights.ts';
import { dryRunOf } from '../../../portal/use-carried.ts';
import { rowsOf } from './portal-row.ts';
import type { Checked, PortalRow } from './portal-row.ts';

/** The portals of a property; undefined until its listings are known. */
export function usePortalRows(property: Property, targets: readonly Target[]): PortalRow[] | undefined {
  const types = useTargetTypes();
  const listings = useListings(property.id);
  const unlisted = targets.filter(({ id }) => !listings?.some(({ targetId }) => targetId === id));
  const checked = useDryRuns(property, listings ? unlisted : []);
  return listings && rowsOf({ property, targets, names: namesOf(targets, types), listings, checked });
}

function useListings(propertyId: string) {
  const { data } = useQuery({
    queryKey: ['listings', 'of-property', propertyId],
    queryFn: ({ signal }) => allOf(api.listings.all({ propertyId }, { signal })),
    refetchInterval: ({ state }) =>
      state.data?.some((one) => one.state === 'pending' && one.scheduledFor === undefined) === true
        ? FAST_MS
        : LIST_MS,
  });
  return data;
}

/** The dry runs of all targets, run automatically; a read-only key cannot run them. */
function useDryRuns(property: Property, targets: readonly Target[]): Record<string, Checked> {
  const { id, updatedAt, processingStatus } = property;
  const client = useQueryClient();
  const mayWrite = usePermissions().includes('write');
  const targetIds = targets.map((target) => target.id);
  const { data } = useQuery({
    queryKey: ['dry-runs', id, updatedAt, processingStatus, targetIds],
    queryFn: async () => {
      const checks = targetIds.map(async (targetId): Promise<[string, Checked]> => {
        const asked = client.query(dryRunOf({ propertyId: id, targetId, property }));
        return [targetId, await asked.then((dryRun) => ({ dryRun })).catch((error: unknown) => ({ error }))];
      });
      return Object.fromEntries(await Promise.all(checks));
    },
    enabled: mayWrite && targetIds.length > 0,
    placeholderData: (before) => before,
  });
  return data ?? {};
}
