/** What a document keeps of the claims that nobody ended: each one that is not the last belongs to a process that died. */
export interface CountedClaims {
  /** Claims of the lane since it was last handed back. */
  unended?: number;
}

/** The path that a claim counts up; the write that ends the claim clears it. */
export const CLAIMS_COUNTED = 'unended';

/** Part of an `$unset` that forgets all crashes. */
export const NO_CRASHES = { unended: '' } as const;

/** The same of a target that its customer changed or the operator resumed. */
export const NOT_BLAMED = { setAside: '', ...NO_CRASHES } as const;

/** Matches a lane whose last process handed it back. */
export const NOT_SUSPECT = { unended: { $not: { $gt: 0 } } } as const;

/** Matches a lane that is claimed now, after at least so many crashes. */
export const atLeastCrashes = (crashes: number) => ({ unended: { $gt: crashes } });
