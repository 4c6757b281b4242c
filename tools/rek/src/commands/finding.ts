/** The result of one check. */
export interface Finding {
  what: string;
  state: 'fine' | 'wrong' | 'not asked';
  says: string;
}

export const fine = (what: string, says: string): Finding => ({ what, state: 'fine', says });
export const wrong = (what: string, says: string): Finding => ({ what, state: 'wrong', says });
export const notAsked = (what: string, says: string): Finding => ({ what, state: 'not asked', says });
