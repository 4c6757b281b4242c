/** Markup that is safe to send: everything inserted into it was escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Piece = Html | string | number | undefined | readonly Html[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The text with special characters of markup escaped. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

function render(piece: Piece): string {
  if (piece === undefined) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map((part) => part.text).join('');
  return escapeHtml(String(piece));
}

/** Template tag that escapes every inserted value unless it is markup already. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(strings.map((text, index) => text + render(pieces[index])).join(''));
}
