import { cutText } from './cut.ts';

/** Control characters but tab and line feed. */
const CONTROLS = /[\0-\x08\v-\x1f\x7f-\x9f]/g;
/** Characters that change the writing direction, with which a file name can fake another extension. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text of a stranger as it may be shown: with its lines, without control characters. */
export const shownText = (text: string): string => text.replace(/\r\n?/g, '\n').replace(CONTROLS, '');

/** A name of a stranger as it may be shown: one line of at most so many characters. */
export const shownLine = (text: string, most: number): string =>
  cutText(text, most)
    .replace(/[\t\n\r]+/g, ' ')
    .replace(CONTROLS, '')
    .replace(DIRECTIONS, '')
    .trim();
