/** A storage of the browser; undefined where it is blocked, as it can be in a frame of another site. */
export function storageOf(kind: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return window[kind];
  } catch {
    return undefined;
  }
}
