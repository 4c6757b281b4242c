import type { CallbackRefusal } from '@estate/contracts';

export type PageReason = CallbackRefusal | 'away';

interface Text {
  status: number;
  title: string;
  text: string;
}

const AGAIN = 'Go back to the application that sent you here and start connecting again.';

const TEXTS: Record<PageReason, Text> = {
  unknown: { status: 404, title: 'This link is unknown', text: AGAIN },
  used: {
    status: 400,
    title: 'This link has already been used',
    text: `Your decision has been stored already; each link works once. ${AGAIN}`,
  },
  expired: { status: 400, title: 'This link has expired', text: `It was valid for 30 minutes. ${AGAIN}` },
  forged: {
    status: 400,
    title: 'This link does not match its request',
    text: `Nothing was connected. ${AGAIN}`,
  },
  superseded: {
    status: 400,
    title: 'This link has been replaced',
    text: `The connection was started again or no longer exists. ${AGAIN}`,
  },
  refused: {
    status: 400,
    title: 'The connection was not confirmed',
    text: `The marketplace did not confirm your decision, so nothing was changed. ${AGAIN}`,
  },
  away: {
    status: 503,
    title: 'The connection cannot be completed at the moment',
    text: 'Nothing was changed. Reload this page in a moment.',
  },
};

/** For what a newer version of distribution says. */
const OTHER: Text = { status: 400, title: 'This link is not valid', text: AGAIN };

const STYLE = `:root{color-scheme:light dark}body{margin:0;display:grid;min-height:100vh;place-items:center;
font:16px/1.5 system-ui,sans-serif}main{max-width:32rem;padding:24px}h1{font-size:20px}`;

/** What a person is shown whose callback led nowhere. */
export function endUserPage(reason: PageReason): {
  status: number;
  body: string;
  headers: Record<string, string>;
} {
  const { status, title, text } = Object.hasOwn(TEXTS, reason) ? TEXTS[reason] : OTHER;
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`;
  const body = `<!doctype html><html lang="en"><head>${head}<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`;
  return {
    status,
    body,
    headers: {
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      ...(status === 503 && { 'retry-after': '10' }),
    },
  };
}
