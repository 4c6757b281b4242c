import type { PLACES } from '../ui/places.ts';

type Place = (typeof PLACES)[number];

/** The action of a shortcut. */
export type Action =
  | { kind: 'go'; place: Place }
  | { kind: 'row'; by: 1 | -1 }
  | { kind: 'search' | 'create' | 'help' };

/** The key after `g`, and the page that the two open. */
export const GO_KEYS = {
  o: 'overview', p: 'properties', c: 'contacts', t: 'targets', l: 'listings', r: 'requests', m: 'mails', e: 'events', w: 'webhooks', u: 'users',
  a: 'account', i: 'imports',
} as const satisfies Record<string, Place>; // oxfmt-ignore

const SINGLE: Readonly<Record<string, Action>> = {
  '/': { kind: 'search' },
  '?': { kind: 'help' },
  n: { kind: 'create' },
  j: { kind: 'row', by: 1 },
  k: { kind: 'row', by: -1 },
};

const SECOND_KEY_MS = 1500;

/** The relevant part of a KeyboardEvent. */
export interface Press {
  key: string;
  timeStamp: number;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Maps a sequence of key presses to shortcuts. */
export class KeyReader {
  #goSince: number | undefined;

  read({ key, timeStamp, ctrlKey, metaKey, altKey }: Press): Action | undefined {
    // Shift is part of `?`, and of `/` on a German keyboard.
    if (ctrlKey || metaKey || altKey || key === 'Shift') return undefined;
    const isSecond = this.#goSince !== undefined && timeStamp - this.#goSince <= SECOND_KEY_MS;
    this.#goSince = undefined;
    const pressed = key.toLowerCase();
    if (isSecond) return Object.hasOwn(GO_KEYS, pressed) ? goTo(pressed as keyof typeof GO_KEYS) : undefined;
    if (pressed === 'g') this.#goSince = timeStamp;
    return Object.hasOwn(SINGLE, pressed) ? SINGLE[pressed] : undefined;
  }
}

const goTo = (key: keyof typeof GO_KEYS): Action => ({ kind: 'go', place: GO_KEYS[key] });
