import type { ContactRequest, HandlingState } from '@estate/client';

/** The handling of a request while it is edited. */
export interface HandlingDraft {
  state: HandlingState;
  assignee: string;
  note: string;
}

interface Kept {
  /** The request as it was when the user began to edit. */
  seen: ContactRequest;
  /** The values in the form. */
  draft?: HandlingDraft;
  /** The values that the user had changed when somebody else changed the request. */
  aside?: Partial<HandlingDraft>;
}

export const draftOf = ({
  handling: { state, assignee = '', note = '' },
}: ContactRequest): HandlingDraft => ({
  ...{ state, assignee, note },
});

/** The values in which a draft differs from the original request. */
function changedIn({ state, assignee, note }: HandlingDraft, seen: HandlingDraft): Partial<HandlingDraft> {
  return {
    ...(state !== seen.state && { state }),
    ...(assignee !== seen.assignee && { assignee }),
    ...(note !== seen.note && { note }),
  };
}

const isSame = (one: HandlingDraft, other: HandlingDraft): boolean =>
  one.state === other.state && one.assignee === other.assignee && one.note === other.note;

/** Unsaved handlings by account, user and request, so that they outlive a visit to another request. */
export class HandlingDrafts {
  readonly #kept = new Map<string, Kept>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(key: string): Kept | undefined {
    return this.#kept.get(key);
  }

  /** Keeps a change; a draft that no longer differs from its request is dropped. */
  change(key: string, request: ContactRequest, values: Partial<HandlingDraft>): void {
    const { aside, draft, seen } = this.#kept.get(key) ?? {};
    const base = draft && seen ? seen : request;
    const next = { ...(draft ?? draftOf(base)), ...values };
    this.#set(key, {
      seen: base,
      ...(!isSame(next, draftOf(base)) && { draft: next }),
      ...(aside && { aside }),
    });
  }

  /** Continues with the current state, and keeps the draft's changes separately. */
  putAside(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept?.draft) return;
    this.#set(key, { seen: kept.seen, aside: changedIn(kept.draft, draftOf(kept.seen)) });
  }

  /** Applies the changes that were put aside to the current state. */
  takeUp(key: string, request: ContactRequest): void {
    const aside = this.#kept.get(key)?.aside;
    this.#set(key, undefined);
    if (aside) this.change(key, request, aside);
  }

  /** Drops the draft, but not what was put aside. */
  discard(key: string): void {
    const { aside, seen } = this.#kept.get(key) ?? {};
    this.#set(key, aside && seen && { seen, aside });
  }

  /** Drops a draft after it was saved. Edits made meanwhile stay, based on the saved state. */
  saved(key: string, draft: HandlingDraft, request: ContactRequest): void {
    const now = this.#kept.get(key)?.draft;
    this.#set(key, undefined);
    if (now && now !== draft) this.change(key, request, now);
  }

  forget(key: string): void {
    this.#set(key, undefined);
  }

  #set(key: string, kept: Kept | undefined): void {
    if (kept?.draft ?? kept?.aside) this.#kept.set(key, kept);
    else this.#kept.delete(key);
    for (const listener of this.#listeners) listener();
  }
}
