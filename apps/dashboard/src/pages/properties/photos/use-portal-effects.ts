import type { TargetType } from '@estate/client';
import { useTargets, useTargetTypes } from '../../../api/names.ts';
import { useSpeech } from '../../../text/language.tsx';
import type { AttachmentDraft } from '../form/property-draft.ts';
import { effectsOf } from './portal-limits.ts';
import type { Effect } from './portal-limits.ts';

/** A portal of the account, and what it does to the files of the form. */
export interface PortalEffects {
  type: TargetType;
  effects: readonly (Effect | undefined)[];
}

const EFFECTS = ['smaller', 'converted', 'leftOut', 'tooLargeFor', 'tooMany'] as const;

/** What the portals on which the account has targets do to the files of the form. */
export function usePortalEffects(rows: readonly AttachmentDraft[]) {
  const { t } = useSpeech();
  const types = useTargetTypes();
  const { data: targets = [] } = useTargets();
  const used = types.filter(({ type }) => targets.some((target) => target.type === type));
  const portals = used.map((type): PortalEffects => ({ type, effects: effectsOf(rows, type) }));
  return {
    portals,
    /** What portals do to one file, in words. */
    ofFile: (index: number): string[] =>
      EFFECTS.flatMap((effect) => {
        const names = portals.filter(({ effects }) => effects[index] === effect).map(({ type }) => type.name);
        return names.length === 0 ? [] : [t(`photos.${effect}`, { portals: names.join(', ') })];
      }),
  };
}
