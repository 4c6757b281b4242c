const NOTES = ['description', 'furnishingDescription', 'locationDescription', 'miscellaneousDescription'];
const MAX_NOTE_BYTES = 3999;

/** True if a field keeps its lines. */
export const isNote = (name: string): boolean => NOTES.includes(name);

/** Keeps the characters of XML: of the control characters, only tabs and line ends; and no marks of CDATA. */
function kept(text: string): string {
  let marked = legal(text);
  while (/<!\[CDATA\[|\]\]>/.test(marked)) marked = marked.split('<![CDATA[').join('').split(']]>').join('');
  return marked;
}

const legal = (text: string): string =>
  Array.from(text.toWellFormed())
    .filter((character) => {
      const code = character.codePointAt(0) ?? 0;
      const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
      return (!isControl || '\t\n\r'.includes(character)) && code !== 0xfffe && code !== 0xffff;
    })
    .join('');

/** A text as the marketplace shows it in one line. */
export const asLine = (text: string): string => kept(text).split(/\s+/).filter(Boolean).join(' ');

/** A text of several lines as the marketplace stores it, cut to its limit. */
export function asNote(text: string): string {
  const lines = kept(text).replaceAll('\r\n', '\n').split(/[\r\n]/).join('<br>');
  const bytes = Buffer.from(lines);
  if (bytes.length <= MAX_NOTE_BYTES) return lines.trim() === '' ? '' : lines;
  const start = new TextDecoder().decode(bytes.subarray(0, MAX_NOTE_BYTES), { stream: true });
  return start.replace(/(?:<|<b|<br)$/, '');
} // oxfmt-ignore
