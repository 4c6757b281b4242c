const LONGEST_HTML = 512 * 1024;
const HIDDEN = ['head', 'style', 'script'];

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß',
}; // oxfmt-ignore

/** What a person would read of an HTML body, roughly; each step goes over the text once. */
export function textOfHtml(html: string | false): string {
  if (html === false) return '';
  return HIDDEN.reduce(withoutElement, html.slice(0, LONGEST_HTML))
    .replace(/<(?:br|\/p|\/div|\/tr|\/h\d|\/li)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|(\w{1,8}));/g, resolved)
    .replace(/[ \t\r]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function resolved(whole: string, code: string | undefined, name: string | undefined): string {
  if (name !== undefined) return ENTITIES[name] ?? whole;
  const point = Number(code);
  return point > 31 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
}

function withoutElement(html: string, name: string): string {
  const lower = html.toLowerCase();
  let kept = '';
  let at = 0;
  for (;;) {
    const begin = lower.indexOf(`<${name}`, at);
    if (begin === -1) return kept + html.slice(at);
    kept += html.slice(at, begin);
    const end = lower.indexOf(`</${name}`, begin);
    if (end === -1) return kept;
    at = end;
  }
}
