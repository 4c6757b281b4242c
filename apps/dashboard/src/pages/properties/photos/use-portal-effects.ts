import { useTargets, useTargetTypes } from '../../../api/names.ts';
import { useSpeech } from '../../../text/language.tsx';
import type { AttachmentDraft } from '../form/property-draft.ts';
import { effectsOf, portalsOf } from './portal-limits.ts';
import type { Effect, Limits } from './portal-limits.ts';

/** A portal of the account, or a target with limits of its own, and its effects on the files of the form. */
export interface PortalEffects {
  id: string;
  name: string;
  limits: Limits;
  effects: readonly (Effect | undefined)[];
}

const EFFECTS = ['smaller', 'converted', 'leftOut', 'tooLargeFor', 'tooMany'] as const;

/** The effects of the portals of the account's targets on the files of the form. */
export function usePortalEffects(rows: readonly AttachmentDraft[]) {
  const { t } = useSpeech();
  const types = useTargetTypes();
  const { data: targets = [] } = useTargets();
  const portals = portalsOf(types, targets).map((portal): PortalEffects => ({
    ...portal,
    effects: effectsOf(rows, portal.limits),
  }));
  return {
    portals,
    /** The effects of portals on one file, in words. */
    ofFile: (index: number): string[] =>
      EFFECTS.flatMap((effect) => {
        const names = portals.filter(({ effects }) => effects[index] === effect).map(({ name }) => name);
        return names.length === 0 ? [] : [t(`photos.${effect}`, { portals: names.join(', ') })];
      }),
  };
}
