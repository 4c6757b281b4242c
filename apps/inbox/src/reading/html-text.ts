import { decodeHTMLStrict } from 'entities';

const HIDDEN = ['head', 'title', 'style', 'script'];

/** References may stand for these, which no text has. */
const CONTROLS = /[\x00-\x08\v\f\x0e-\x1f]/g;

/**
 * What a person would read of an HTML body, roughly; each step goes over the text once. Libraries build a tree first, which takes
 * half a minute for 500 kB of nested elements (html-to-text 10).
 */
export function textOfHtml(html: string): string {
  const shown = HIDDEN.reduce(withoutElement, html)
    .replace(/<(?:br|\/p|\/div|\/tr|\/h\d|\/li)\b[^<>]*>/gi, '\n')
    .replace(/<\/t[dh]\b[^<>]*>/gi, ' ')
    .replace(/<[^<>]*>/g, '');
  return decodeHTMLStrict(shown)
    .replace(CONTROLS, '')
    .replace(/[ \t\r\u00A0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
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
