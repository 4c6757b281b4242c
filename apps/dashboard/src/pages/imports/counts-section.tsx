import type { Import } from '@estate/client';
import { UnstyledButton } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import type { Filters } from '../../ui/filters.tsx';
import { Section } from '../../ui/page.tsx';

const COUNTED = ['created', 'updated', 'unchanged', 'deleted', 'failed'] as const;

interface Props {
  counts: Import['counts'];
  filters: Filters;
}

/** How many objects had which outcome; each number filters the objects below. */
export function CountsSection({ counts, filters }: Props) {
  const { t, language } = useSpeech();
  const number = new Intl.NumberFormat(language);
  const chosen = filters.get('outcome');
  const show = (outcome: string, label: string, count: number) => (
    <li key={label}>
      <UnstyledButton
        className={outcome === 'failed' && count > 0 ? 'tally bad-text' : 'tally'}
        aria-pressed={chosen === outcome}
        onClick={() => filters.change({ outcome })}
      >
        <strong>{number.format(count)}</strong>
        <span>{label}</span>
      </UnstyledButton>
    </li>
  );
  return (
    <Section title={t('import.counts')} text={t('import.countsText')}>
      <ul className="tallies">
        {show('', t('object.all'), counts.objects)}
        {COUNTED.map((outcome) => show(outcome, t(`object.${outcome}`), counts[outcome]))}
      </ul>
    </Section>
  );
}
