import type { ImportSource, ImportSourceInput } from '@estate/client';

/** What the form of a source holds. */
export interface SourceDraft {
  name: string;
  targetIds: readonly string[];
  /** In percent, as it is typed. */
  maxRemoved: string;
  /** Whether properties of the source stay published when they are sold. */
  staysWhenSold: boolean;
  /** Undefined leaves it to the API. */
  allowPlainLogins: boolean | undefined;
}

const DEFAULT_MAX_REMOVED = '30';
const PERCENT = 100;

export const draftOf = (source: ImportSource | undefined): SourceDraft => ({
  name: source?.name ?? '',
  targetIds: source?.targetIds ?? [],
  maxRemoved: source ? String(Math.round(source.maxRemovedShare * PERCENT)) : DEFAULT_MAX_REMOVED,
  staysWhenSold: source?.onSold === 'keep',
  allowPlainLogins: source?.allowPlainLogins,
});

/** Saving replaces the whole source: what the form does not show is kept. */
export function inputOf(draft: SourceDraft, source?: ImportSource): ImportSourceInput {
  const { folder, preventPublication } = source ?? {};
  return {
    name: draft.name.trim(),
    targetIds: [...draft.targetIds],
    maxRemovedShare: Number(draft.maxRemoved) / PERCENT,
    ...(draft.staysWhenSold && { onSold: 'keep' as const }),
    ...(draft.allowPlainLogins !== undefined && { allowPlainLogins: draft.allowPlainLogins }),
    ...(folder !== undefined && { folder }),
    ...(preventPublication !== undefined && { preventPublication }),
  };
}
