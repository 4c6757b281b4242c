const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** A text of the document in one line, with code between backticks. */
export const inline = (text: string): string =>
  escaped(text).replaceAll(/`([^`]+)`/g, (_all, code: string) => `<code>${code}</code>`);

/** A text of the document, with its paragraphs and lists. */
export const prose = (text: string): string =>
  text
    .split('\n\n')
    .map((part) => {
      if (!part.startsWith('- ')) return `<p>${inline(part.replaceAll('\n', ' '))}</p>`;
      return `<ul>${part
        .split('\n')
        .map((line) => `<li>${inline(line.slice(2))}</li>`)
        .join('')}</ul>`;
    })
    .join('');

interface Page {
  title: string;
  /** The part between header and footer. */
  body: string;
  /** The address of the reference that the page belongs to. */
  home: string;
  tools?: string;
}

/** The logo of the dashboard. */
const MARK =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#12525a"/><path d="M6.5 16 16 7.5l9.5 8.5M9.5 14v10.5h13V14" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>' +
  '<path d="M16 24.5v-5M16 19.5l-3 3M16 19.5l3 3" fill="none" stroke="#f2b35d" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** A page of the reference. */
export const pageOf = ({ title, body, home, tools = '' }: Page): string => `<!doctype html>
<html lang="en" data-language="curl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escaped(title)}</title><link rel="icon" href="/dashboard/mark.svg">
<link rel="stylesheet" href="/docs/page.css"><script src="/docs/start.js" defer></script></head>
<body><a class="skip" href="#content">Skip to the content</a>
<header class="top"><a class="brand" href="${home}">${MARK}<span>API reference</span></a>${tools}
<nav class="pages" aria-label="Pages"><a href="/docs/errors">Errors</a><a href="/docs/changelog">Changelog</a><a href="/dashboard/">Dashboard</a></nav></header>
${body}</body></html>
`;
