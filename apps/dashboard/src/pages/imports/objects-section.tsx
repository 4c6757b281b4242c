import type { ImportObject } from '@estate/client';
import { Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useReasonText } from '../../problems/use-reason-text.ts';
import { useSpeech } from '../../text/language.tsx';
import { askedFor } from '../../ui/asked-for.ts';
import { TwoLines } from '../../ui/cells.tsx';
import { choiceOf } from '../../ui/filters.tsx';
import type { Filters } from '../../ui/filters.tsx';
import { Section } from '../../ui/page.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';
import { ObjectBadge } from './import-badges.tsx';
import { ObjectDetails } from './object-details.tsx';
import { numberOf } from './object-number.ts';
import { useProblemTitle } from './problem-item.tsx';

const OUTCOMES = ['failed', 'created', 'updated', 'unchanged', 'deleted', 'pending'] as const;

interface Props {
  id: string;
  /** True while the outcomes still change. */
  isLive: boolean;
  filters: Filters;
}

/** The objects of an import with their outcomes. */
export function ObjectsSection({ id, isLive, filters }: Props) {
  const { t } = useSpeech();
  const columns = useColumns();
  const asked = {
    ...askedFor<{ outcome: ImportObject['outcome']; q: string }>(filters, ['outcome', 'q']),
    ...(filters.get('differing') === 'true' && { differing: true }),
  };
  const list = useLiveList<ImportObject>({
    key: ['import-objects', id, asked, isLive],
    load: (query, signal) => api.imports.objects(id).list({ ...query, ...asked }, { signal }),
  });
  return (
    <Section title={t('import.objects')}>
      <div className="stack">
        <ResourceList
          label={t('import.objects')}
          list={list}
          columns={columns}
          filters={filters}
          bar={{
            search: t('object.search'),
            choices: [
              choiceOf({ name: 'outcome', label: t('object.outcome') }, OUTCOMES, (value) =>
                t(`object.${value}`),
              ),
            ],
          }}
          empty={{ icon: 'properties', title: t('import.noObjects'), text: t('import.noObjectsText') }}
        />
      </div>
    </Section>
  );
}

function useColumns(): Column<ImportObject>[] {
  const { t } = useSpeech();
  return [
    { label: t('object.name'), width: 'minmax(0, 4fr)', show: (one) => <Name object={one} /> },
    {
      label: t('object.outcome'),
      width: 'minmax(120px, 1.5fr)',
      show: ({ outcome }) => <ObjectBadge outcome={outcome} />,
    },
    {
      label: t('object.problems'),
      width: 'minmax(0, 3fr)',
      wideOnly: true,
      show: (one) => <Problems object={one} />,
    },
    { label: t('object.details'), width: '104px', show: (one) => <ObjectDetails object={one} /> },
  ];
}

function Name({ object }: { object: ImportObject }) {
  const { t } = useSpeech();
  const { propertyId, title, isMissing, outcome, provider } = object;
  const number = numberOf(object);
  const name = title ?? number;
  const below = isMissing ? t('object.missing') : title === undefined ? provider.name : number;
  if (propertyId !== undefined && outcome !== 'deleted') {
    return <TwoLines to={`/properties/${propertyId}`} title={name} below={below} />;
  }
  return (
    <div className="two-lines">
      <Text size="sm" fw={600} className="cut">
        {name}
      </Text>
      <Text size="xs" c="dimmed" className="cut">
        {below}
      </Text>
    </div>
  );
}

function Problems({ object: { problems } }: { object: ImportObject }) {
  const { t } = useSpeech();
  const titleOf = useProblemTitle();
  const [first] = problems.toSorted((one, other) => one.severity.localeCompare(other.severity));
  const propertyType = first?.parameters?.['propertyType'];
  const textOf = useReasonText('importReason', propertyType);
  if (!first) {
    return (
      <Text size="sm" c="dimmed">
        {t('object.noProblems')}
      </Text>
    );
  }
  const rest = problems.length - 1;
  return (
    <div className="two-lines">
      <Text size="sm" className={first.severity === 'error' ? 'bad-text cut' : 'cut'}>
        {titleOf(first)}
      </Text>
      <Text size="xs" c="dimmed" className="cut">
        {rest > 0 ? t('object.more', { count: rest }) : textOf(first)}
      </Text>
    </div>
  );
}
