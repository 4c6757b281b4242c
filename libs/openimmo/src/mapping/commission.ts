import { commissionInText, isCommissionDue, isUnsaid, saysNoCommission } from '@estate/contracts';
import type { Draft } from '../read/draft.ts';
import type { Found, Place } from '../read/found.ts';
import { plainText } from '../read/plain-text.ts';
import { flagIn } from '../read/values.ts';
import { isWritable } from '../write/xml.ts';
import { computed, same } from './mapping-row.ts';
import type { MappingRow } from './mapping-row.ts';

/** Flag and texts are read together. */
const readTogether = () => undefined;

const textOf = (found: Found | undefined): string => plainText(found?.text ?? '');

/** What decides whether a commission is due: its text, then a note that says no, then the flag. */
function decidingOf(prices: Place): { found: Found | undefined; isDue: boolean | undefined }[] {
  const [text, note, flag] = ['aussen_courtage', 'courtage_hinweis', 'provisionspflichtig'].map((path) =>
    prices.find(path),
  );
  return [
    { found: text, isDue: commissionInText({ commission: textOf(text) }) },
    { found: note, isDue: saysNoCommission(textOf(note)) ? false : undefined },
    { found: flag, isDue: flagIn(flag?.text ?? '') },
  ];
}

function readCommission(prices: Place, draft: Draft): void {
  const said = decidingOf(prices);
  const [{ found: text } = {}, { found: note } = {}, { found: flag, isDue: isFlagged } = {}] = said;
  if (note !== undefined) draft.read('commissionDescription', note);
  if (text !== undefined && isUnsaid(textOf(text))) text.claim();
  else if (text !== undefined) draft.read('commission', text);
  const { found, isDue } = said.find((one) => one.isDue !== undefined) ?? {};
  if (flag !== undefined && isFlagged !== undefined) {
    if (isFlagged === isDue) flag.claim();
    else draft.warn(flag, { reason: 'commission_contradicts' });
  }
  const commission = draft.get('commission');
  if (commissionInText({ commission }) !== undefined) return;
  if (found !== undefined) draft.set('hasCommission', found, isDue);
  else if (text !== undefined && commission !== undefined) draft.warn(text, { reason: 'commission_unknown' });
}

/** Whether a commission is due, which its text says, too; where nobody has said it there is no element. */
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
