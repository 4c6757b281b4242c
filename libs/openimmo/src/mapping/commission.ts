import { commissionInText, isCommissionDue, isUnsaid } from '@estate/contracts';
import type { Draft } from '../read/draft.ts';
import type { Found, Place } from '../read/found.ts';
import { plainText } from '../read/plain-text.ts';
import { flagIn } from '../read/values.ts';
import { isWritable } from '../write/xml.ts';
import { computed, same } from './mapping-row.ts';
import type { MappingRow } from './mapping-row.ts';

/** The flag and the texts are read together by another row. */
const readTogether = () => undefined;

const textOf = ({ text }: Found): string => plainText(text);

type Saying = (found: Found) => boolean | undefined;

/** The values that decide whether a commission is due, the most important first. */
const DECIDING: readonly (readonly [path: string, isDue: Saying])[] = [
  ['aussen_courtage', (found) => commissionInText({ commission: textOf(found) })],
  ['courtage_hinweis', (found) => commissionInText({ commission: textOf(found) })],
  ['provisionspflichtig', ({ text }) => flagIn(text)],
];

const saidIn = (prices: Place): { found: Found; isDue: boolean }[] =>
  DECIDING.flatMap(([path, sayingOf]) => {
    const found = prices.find(path);
    const isDue = found && sayingOf(found);
    return found === undefined || isDue === undefined ? [] : [{ found, isDue }];
  });

function readTexts(prices: Place, draft: Draft): void {
  const text = prices.find('aussen_courtage');
  const note = prices.find('courtage_hinweis');
  if (note !== undefined) draft.read('commissionDescription', note);
  if (text === undefined) return;
  if (isUnsaid(textOf(text))) text.claim();
  else draft.read('commission', text);
}

function checkFlag(flag: Found, isDue: boolean | undefined, draft: Draft): void {
  const isFlagged = flagIn(flag.text);
  if (isFlagged === undefined) return;
  if (isFlagged === isDue) flag.claim();
  else draft.warn(flag, { reason: 'commission_contradicts' });
}

function readCommission(prices: Place, draft: Draft): void {
  readTexts(prices, draft);
  const [deciding] = saidIn(prices);
  const flag = prices.find('provisionspflichtig');
  if (flag !== undefined) checkFlag(flag, deciding?.isDue, draft);
  const commission = draft.get('commission');
  if (commissionInText({ commission }) !== undefined) return;
  if (deciding !== undefined) draft.set('hasCommission', deciding.found, deciding.isDue);
  else if (commission !== undefined) warnOfUnknown(prices, draft);
}

function warnOfUnknown(prices: Place, draft: Draft): void {
  const text = prices.find('aussen_courtage');
  if (text !== undefined) draft.warn(text, { reason: 'commission_unknown' });
}

/** The rows of the commission. A text of a commission also means that it is due; without any value, there is no element. */
export const COMMISSION_ROWS: readonly MappingRow[] = [
  {
    ...computed('provisionspflichtig', {
      fields: ['hasCommission', 'commission'],
      write: ({ hasCommission, commission = '' }) =>
        isCommissionDue({ hasCommission, commission: isWritable(commission) ? commission : undefined }),
      read: readTogether,
    }),
    read: readCommission,
  },
  { ...same('aussen_courtage', 'commission'), read: readTogether },
  { ...same('courtage_hinweis', 'commissionDescription'), read: readTogether },
];
