const STYLE = `:root{color-scheme:light dark}body{margin:0;display:grid;min-height:100vh;place-items:center;
font:16px/1.5 system-ui,sans-serif}main{max-width:32rem;padding:24px}h1{font-size:20px}`;

interface PersonPage {
  title: string;
  text: string;
  /** The link to continue with. */
  link?: { href: string; text: string };
  /** English by default. */
  language?: 'en' | 'de';
}

/** The headers of an error page for people. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

/** An error page for people. All its texts are constants of this service. */
export function personPage({ title, text, link, language = 'en' }: PersonPage): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`;
  const next = link ? `<p><a href="${link.href}">${link.text}</a></p>` : '';
  return `<!doctype html><html lang="${language}"><head>${head}<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p>${next}</main></body></html>`;
}
