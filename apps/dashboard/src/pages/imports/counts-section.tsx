import type { Import } from '@estate/client';
import { useSpeech } from '../../text/language.tsx';
import type { Filters } from '../../ui/filters.tsx';
import { Section } from '../../ui/page.tsx';
import { Tallies } from '../../ui/tallies.tsx';

const COUNTED = ['created', 'updated', 'unchanged', 'deleted', 'failed'] as const;

interface Props {
  counts: Import['counts'];
  filters: Filters;
}

/** The number of objects with each outcome; each number filters the objects below. */
export function CountsSection({ counts, filters }: Props) {
  const { t } = useSpeech();
  const outcomes = COUNTED.map((value) => ({
    ...{ value, label: t(`object.${value}`), count: counts[value] },
    isBad: value === 'failed',
  }));
  return (
    <Section title={t('import.counts')} text={t('import.countsText')}>
      <Tallies
        filters={filters}
        name="outcome"
        tallies={[{ value: '', label: t('object.all'), count: counts.objects }, ...outcomes]}
      />
    </Section>
  );
}
