import { useState } from 'react';
import { IDS_MAX } from '../jobs/job-limits.ts';

/** Single rows, or everything that the filters of the list match. */
export type Selection = { kind: 'ids'; ids: ReadonlySet<string> } | { kind: 'all' };

const NOTHING: Selection = { kind: 'ids', ids: new Set() };

/** The selection in a list; it is reset when the filters change. */
export function useSelection(asked: object) {
  const filters = JSON.stringify(asked);
  const [kept, setKept] = useState({ filters, selection: NOTHING });
  const selection = kept.filters === filters ? kept.selection : NOTHING;
  const select = (next: Selection) => setKept({ filters, selection: next });
  const isSelected = (id: string) => selection.kind === 'all' || selection.ids.has(id);
  return {
    selection,
    isSelected,
    isEmpty: selection.kind === 'ids' && selection.ids.size === 0,
    isTooLarge: selection.kind === 'ids' && selection.ids.size > IDS_MAX,
    clear: () => select(NOTHING),
    selectAll: () => select({ kind: 'all' }),
    selectShown: (shown: readonly { id: string }[]) =>
      select({ kind: 'ids', ids: new Set(shown.map(({ id }) => id)) }),
    /** Deselecting one of everything keeps the other loaded rows selected. */
    toggle: (id: string, shown: readonly { id: string }[]) => {
      const ids = new Set(selection.kind === 'all' ? shown.map((one) => one.id) : selection.ids);
      if (!ids.delete(id)) ids.add(id);
      select({ kind: 'ids', ids });
    },
  };
}

export type Selecting = ReturnType<typeof useSelection>;
