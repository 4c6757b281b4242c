import type { CallbackRefusal } from '@estate/contracts';
import { PAGE_HEADERS, personPage } from '../../edge/pages/person-page.ts';

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
    text: `Your decision has already been stored. Each link can be used once. ${AGAIN}`,
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
    text: `The connection was started again, or it no longer exists. ${AGAIN}`,
  },
  refused: {
    status: 400,
    title: 'The connection was not confirmed',
    text: `The marketplace did not confirm your decision, so nothing was changed. ${AGAIN}`,
  },
  away: {
    status: 503,
    title: 'The connection cannot be completed at the moment',
    text: 'Nothing was changed. Reload this page in a few seconds.',
  },
};

/** The text for a reason from a newer version of distribution. */
const OTHER: Text = { status: 400, title: 'This link is not valid', text: AGAIN };

/** The page for a person whose callback could not be used. */
export function endUserPage(reason: PageReason): {
  status: number;
  body: string;
  headers: Record<string, string>;
} {
  const { status, title, text } = Object.hasOwn(TEXTS, reason) ? TEXTS[reason] : OTHER;
  return {
    status,
    body: personPage({ title, text }),
    headers: {
      ...PAGE_HEADERS,
      ...(status === 503 && { 'retry-after': '10' }),
    },
  };
}
