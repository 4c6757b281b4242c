import { useTargetName, useTargets } from '../api/names.ts';
import type { Choice } from './filters.tsx';

/** A filter by target. */
export function useTargetChoice(label: string): Choice {
  const targetName = useTargetName();
  const { data: targets = [] } = useTargets();
  return {
    name: 'targetId',
    label,
    options: targets.map(({ id }) => ({ value: id, label: targetName(id) })),
  };
}
