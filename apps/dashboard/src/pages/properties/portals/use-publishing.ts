import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { plannedOf } from '../../listings/planned-times.tsx';
import type { PlannedDraft } from '../../listings/planned-times.tsx';
import type { PortalRow } from './portal-row.ts';

/** Publishes on several portals, or takes down from them; a failure of one does not stop the others. */
export function usePublishing(propertyId: string) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState<Readonly<Record<string, unknown>>>({});
  const onEach = async (rows: readonly PortalRow[], run: (row: PortalRow) => Promise<unknown>) => {
    setBusy(true);
    setRefusals({});
    const refused = await Promise.all(
      rows.map(async (row) => {
        const error = await run(row).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        return error === undefined ? [] : [[row.target.id, error] as const];
      }),
    );
    setRefusals(Object.fromEntries(refused.flat()));
    for (const queryKey of [['listings'], ['counts'], ['issues']])
      await client.invalidateQueries({ queryKey });
    setBusy(false);
  };
  return {
    isBusy,
    /** The errors of portals that stayed unchanged, by target id. */
    refusals,
    publish: (rows: readonly PortalRow[], planned: PlannedDraft) =>
      void onEach(rows, ({ target }) =>
        api.listings.create({ propertyId, targetId: target.id, ...plannedOf(planned) }),
      ),
    takeDown: (rows: readonly PortalRow[]) =>
      void onEach(rows, async ({ listing }) => listing && api.listings.delete(listing.id)),
  };
}
