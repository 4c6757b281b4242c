const HIDDEN = ['head', 'title', 'style', 'script'];

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', euro: '€', ndash: '–', mdash: '—', hellip: '…',
  lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', bull: '•', sup2: '²',
  auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß',
}; // oxfmt-ignore

/**
 * What a person would read of an HTML body, roughly; each step goes over the text once. Libraries build a tree first, which takes
 * half a minute for 500 kB of nested elements (html-to-text 10).
 */
export function textOfHtml(html: string): string {
  return HIDDEN.reduce(withoutElement, html)
    .replace(/<(?:br|\/p|\/div|\/tr|\/h\d|\/li)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,7}|x[\da-f]{1,6})|(\w{1,8}));/gi, resolved)
    .replace(/[ \t\r]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function resolved(whole: string, code: string | undefined, name: string | undefined): string {
  if (name !== undefined) return ENTITIES[name] ?? whole;
  const point = Number(/^x/i.test(code ?? '') ? `0${code}` : code);
  return point > 31 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
}

/** An element that is never closed stays: its end is not known. */
function withoutElement(html: string, name: string): string {
  const lower = html.toLowerCase();
  const tag = new RegExp(`<${name}(?=[\\s/>])`, 'g');
  let kept = '';
  let at = 0;
  for (let begin = tag.exec(lower); begin !== null; begin = tag.exec(lower)) {
    const end = lower.indexOf(`</${name}`, begin.index);
    if (end === -1) break;
    kept += html.slice(at, begin.index);
    at = end;
    tag.lastIndex = end;
  }
  return kept + html.slice(at);
}
