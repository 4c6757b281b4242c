import { isCommissionDue, isUnsaid } from '@estate/contracts';
import { element, filled, group, needed } from './row.ts';
import type { Source } from './row.ts';
import { cut, line, MAX_COURTAGE_NOTE } from './text.ts';

type Fields = Pick<Source, 'fields'>;

const isDue = ({ fields: { hasCommission, commission = '' } }: Fields): boolean | undefined =>
  isCommissionDue({ hasCommission, commission: line(commission) });

const MAX_COURTAGE = 100;

/** The text in one line; empty for words such as `k.A.`. */
const saidLine = (text = ''): string => (isUnsaid(line(text)) ? '' : line(text));

/** The amount of a due commission, or the note if there is no amount. */
function courtageOf({ fields }: Fields): string | undefined {
  if (isDue({ fields }) !== true) return undefined;
  return (
    filled(saidLine(fields.commission)) ??
    filled(cut(saidLine(fields.commissionDescription), MAX_COURTAGE).trim())
  );
}

/** True if the note of a commission is sent: not beside NO, and not twice. */
export const hasCourtageNote = (source: Fields): boolean =>
  isDue(source) === true && saidLine(source.fields.commission) !== '';

/** True if neither a commission nor the flag says that one is due. */
const isTextUnknown = (source: Fields): boolean =>
  isDue(source) === undefined && !isUnsaid(line(source.fields.commission ?? ''));

/** True if a note has no meaning, or is sent with a commission, which it may describe alone. */
const isNoteSent = (source: Fields): boolean =>
  saidLine(source.fields.commissionDescription) === '' ||
  hasCourtageNote(source) ||
  courtageOf(source) !== undefined;

const COURTAGE_FLAGS = { yes: 'YES', no: 'NO', unknown: 'NOT_APPLICABLE' };

/** The elements of the commission; a note beside NO is refused. */
export const COURTAGE = group('courtage', 'commission', [
  {
    ...element('hasCourtage', 'commission', (source) => {
      const due = isDue(source);
      return due === undefined ? COURTAGE_FLAGS.unknown : due ? COURTAGE_FLAGS.yes : COURTAGE_FLAGS.no;
    }),
    from: ['hasCommission', 'commission'],
  },
  {
    ...needed(element('courtage', 'commission', courtageOf)),
    from: ['commission', 'commissionDescription'],
    neededWhen: (source) => isDue(source) === true,
    leftOut: { reason: 'commission_unknown', unless: (source) => !isTextUnknown(source) },
  },
  {
    ...element('courtageNote', 'commissionDescription', (source) =>
      hasCourtageNote(source)
        ? filled(cut(saidLine(source.fields.commissionDescription), MAX_COURTAGE_NOTE))
        : undefined,
    ),
    leftOut: { reason: 'only_with_commission', unless: isNoteSent },
  },
]);
