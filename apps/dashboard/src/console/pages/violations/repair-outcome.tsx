import { Alert } from '@mantine/core';
import { Icon } from '../../../ui/icons.tsx';
import type { RepairReport } from '../../types.ts';
import { useText } from '../../use-text.ts';

/** The violations left after a repair: some need a decision, others another repair. */
export function RepairOutcome({ report: { data, away } }: { report: RepairReport }) {
  const text = useText();
  const repaired = data.reduce((sum, one) => sum + one.repaired.length, 0);
  const left = data.reduce((sum, one) => sum + one.left, 0);
  const isWhole = left === 0 && away.length === 0;
  return (
    <Alert
      className={isWhole ? 'tone-good' : 'tone-warn'}
      role="status"
      icon={<Icon name={isWhole ? 'check' : 'warning'} />}
    >
      {text('violations.repaired', { repaired, left })}
      {away.length > 0 && ` ${text('violations.away', { services: away.join(', ') })}`}
    </Alert>
  );
}
