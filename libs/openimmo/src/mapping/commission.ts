import { commissionInText, isCommissionDue, saysNoCommission } from '@estate/contracts';
import { flagIn } from '../read/values.ts';
import type { Place } from '../read/found.ts';
import { isWritable } from '../write/xml.ts';
import { computed, same } from './mapping-row.ts';
import type { MappingRow } from './mapping-row.ts';

/** What the texts beside the flag say. */
function saidIn(prices: Place): boolean | undefined {
  const said = commissionInText({ commission: prices.find('aussen_courtage')?.text });
  return said ?? (saysNoCommission(prices.find('courtage_hinweis')?.text ?? '') ? false : undefined);
}

/** Whether a commission is due, which its text says, too; where nobody has said it there is no element. */
export const COMMISSION_ROWS: readonly MappingRow[] = [
  computed('provisionspflichtig', {
    fields: ['hasCommission', 'commission'],
    write: ({ hasCommission, commission = '' }) =>
      isCommissionDue({ hasCommission, commission: isWritable(commission) ? commission : undefined }),
    read(found, draft) {
      const isDue = flagIn(found.text);
      const said = saidIn(found.within);
      if (isDue === undefined) return;
      if (said === undefined) draft.set('hasCommission', found, isDue);
      else if (said === isDue) found.claim();
      else draft.warn(found, { reason: 'commission_contradicts' });
    },
  }),
  same('aussen_courtage', 'commission'),
  {
    ...same('courtage_hinweis', 'commissionDescription'),
    read(place, draft) {
      const found = place.find('courtage_hinweis');
      if (found === undefined) return;
      draft.read('commissionDescription', found);
      if (draft.get('commission') === undefined && saidIn(place) === false)
        draft.assume('hasCommission', false);
    },
  },
];
