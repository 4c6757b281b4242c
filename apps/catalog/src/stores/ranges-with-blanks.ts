const FIRST_NO_BLANK = '!';
const FIRST_BEYOND_ASCII = '\u0080';

/**
 * Where an index has the external ids that are this one with blanks at its ends: an external id is of ASCII characters and
 * of blanks, which sort before or behind all of these.
 */
export const rangesWithBlanks = (trimmed: string) => [
  { $gte: trimmed, $lt: trimmed + FIRST_NO_BLANK },
  { $gte: trimmed + FIRST_BEYOND_ASCII, $lt: `${trimmed}\uffff` },
  { $lt: FIRST_NO_BLANK },
  { $gte: FIRST_BEYOND_ASCII },
];
