import { UnstyledButton } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';
import type { Filters } from './filters.tsx';
import './tallies.css';

interface Tally {
  /** The value of the filter that the number sets; empty for all. */
  value: string;
  label: string;
  count: number;
  /** True if it is highlighted when not zero. */
  isBad?: boolean;
}

interface Props {
  filters: Filters;
  /** The filter that the numbers set. */
  name: string;
  tallies: readonly Tally[];
}

/** The number of items with each result; each number filters the list below. */
export function Tallies({ filters, name, tallies }: Props) {
  const { language } = useSpeech();
  const number = new Intl.NumberFormat(language);
  const chosen = filters.get(name);
  return (
    <ul className="tallies">
      {tallies.map(({ value, label, count, isBad = false }) => (
        <li key={label}>
          <UnstyledButton
            className={isBad && count > 0 ? 'tally bad-text' : 'tally'}
            aria-pressed={chosen === value}
            onClick={() => filters.change({ [name]: value })}
          >
            <strong>{number.format(count)}</strong>
            <span>{label}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
