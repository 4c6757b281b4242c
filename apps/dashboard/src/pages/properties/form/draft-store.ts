import type { PropertyDraft } from './property-draft.ts';

export type Change = Partial<PropertyDraft> | ((before: PropertyDraft) => Partial<PropertyDraft>);

export const changed = (before: PropertyDraft, part: Change): PropertyDraft => ({
  ...before,
  ...(typeof part === 'function' ? part(before) : part),
});

/** Unsaved drafts by account and form, so that they outlive the session and a visit to another page. */
export class DraftStore {
  readonly #kept = new Map<string, PropertyDraft>();

  get(key: string): PropertyDraft | undefined {
    return this.#kept.get(key);
  }

  has(key: string): boolean {
    return this.#kept.has(key);
  }

  /** Keeps a change of the form that shows the draft. */
  change(key: string, draft: PropertyDraft, part: Change): void {
    this.#kept.set(key, changed(this.#kept.get(key) ?? draft, part));
  }

  /** Updates a kept draft later; false if it was saved or discarded since. */
  amend(key: string, part: Change): boolean {
    const before = this.#kept.get(key);
    if (!before) return false;
    this.#kept.set(key, changed(before, part));
    return true;
  }

  forget(key: string): void {
    this.#kept.delete(key);
  }
}
