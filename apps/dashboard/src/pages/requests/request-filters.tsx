import type { HandlingState, RequestFilters } from '@estate/client';
import { Button } from '@mantine/core';
import { useAct } from '../../api/use-act.ts';
import { useAssignees } from '../../api/use-assignees.ts';
import { useSpeech } from '../../text/language.tsx';
import { FilterBar, choiceOf } from '../../ui/filters.tsx';
import type { Filters } from '../../ui/filters.tsx';
import { PropertyChoice } from '../../ui/property-choice.tsx';
import { saveAnswer } from '../../ui/save-answer.ts';
import { useTargetChoice } from '../../ui/target-choice.ts';

export const FILTERS = ['q', 'state', 'assignee', 'targetId', 'propertyId', 'from', 'to'] as const;
const STATES: readonly HandlingState[] = ['new', 'inProgress', 'done'];
/** The API's name for requests without an assignee. */
const NOBODY = 'nobody';

export function RequestFilterBar({ filters }: { filters: Filters }) {
  const { t } = useSpeech();
  const targetChoice = useTargetChoice(t('request.portal'));
  const assignees = useAssignees();
  const assignee = filters.get('assignee');
  const people = assignees.options(assignee === NOBODY ? '' : assignee);
  return (
    <FilterBar
      filters={filters}
      search={t('requests.search')}
      choices={[
        choiceOf({ name: 'state', label: t('common.status') }, STATES, (value) => t(`request.${value}`)),
        {
          name: 'assignee',
          label: t('request.assignee'),
          options: [...people, { value: NOBODY, label: t('requests.nobody') }],
        },
        targetChoice,
      ]}
      hasTimes
    >
      <PropertyChoice
        label={t('request.property')}
        clearable
        chosen={filters.get('propertyId')}
        onChoose={(id) => filters.set('propertyId', id)}
      />
    </FilterBar>
  );
}

/** Downloads the filtered requests. */
export function CsvButton({ asked }: { asked: RequestFilters }) {
  const { t, language } = useSpeech();
  const day = new Date().toISOString().slice(0, 10);
  // German spreadsheets have a comma in numbers.
  const query = new URLSearchParams([
    ...Object.entries(asked),
    ...(language === 'de' ? [['separator', ';']] : []),
  ]).toString();
  const save = useAct({
    run: () => saveAnswer(`/requests.csv?${query}`, `${t('requests.fileName')}-${day}.csv`),
    touches: [],
  });
  return (
    <Button
      variant="default"
      title={t('requests.csvText')}
      loading={save.isPending}
      onClick={() => save.mutate(undefined)}
    >
      {t('requests.csv')}
    </Button>
  );
}
