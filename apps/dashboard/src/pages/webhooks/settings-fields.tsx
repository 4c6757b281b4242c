import { Checkbox, Fieldset, Text, TextInput } from '@mantine/core';
import { useTargetName, useTargets } from '../../api/names.ts';
import { usePropertyTypes } from '../../api/property-types.ts';
import { useSpeech } from '../../text/language.tsx';
import { useFieldError } from '../../ui/form-errors.tsx';
import { HeaderRows } from './header-rows.tsx';
import { problemsOf } from './webhook-draft.ts';
import type { WebhookDraft } from './webhook-draft.ts';

interface Props {
  draft: WebhookDraft;
  change: (part: Partial<WebhookDraft>) => void;
  error: unknown;
}

/** The settings of a webhook besides its address and its events. */
export function SettingsFields({ draft, change, error }: Props) {
  const { t } = useSpeech();
  const fieldError = useFieldError(error);
  const problems = problemsOf(draft);
  return (
    <>
      <Fieldset legend={t('webhook.pace')} className="form">
        <TextInput
          type="number"
          min={1}
          max={1000}
          label={t('webhook.limit')}
          description={t('webhook.limitText')}
          value={draft.maxDeliveriesPerSecond}
          error={fieldError('maxDeliveriesPerSecond')}
          onChange={(event) => change({ maxDeliveriesPerSecond: event.currentTarget.value })}
        />
        <TextInput
          label={t('webhook.retries')}
          description={t('webhook.retriesText')}
          placeholder="30 s, 5 min, 1 h"
          autoComplete="off"
          value={draft.retrySchedule}
          error={problems.retrySchedule ? t('webhook.retriesWrong') : fieldError('retryScheduleSeconds')}
          onChange={(event) => change({ retrySchedule: event.currentTarget.value })}
        />
      </Fieldset>
      <HeaderRows
        headers={draft.headers}
        change={(headers) => change({ headers })}
        error={problems.headers ? t('webhook.headersTwice') : fieldError('headers')}
      />
      <FilterFields draft={draft} change={change} error={error} />
    </>
  );
}

function FilterFields({ draft, change, error }: Props) {
  const { t, language } = useSpeech();
  const fieldError = useFieldError(error);
  const targetName = useTargetName();
  const { data: targets = [] } = useTargets();
  const types = usePropertyTypes();
  // A deleted target stays in the filter until it is unchecked.
  const targetIds = [...new Set([...targets.map(({ id }) => id), ...draft.targetIds])];
  return (
    <Fieldset legend={t('webhook.filter')} className="form">
      <Text size="xs" c="dimmed">
        {t('webhook.filterText')}
      </Text>
      <Choices
        label={t('nav.targets')}
        choices={targetIds.map((id) => ({ value: id, label: targetName(id) }))}
        chosen={draft.targetIds}
        error={fieldError('filter.targetIds')}
        change={(chosen) => change({ targetIds: chosen })}
      />
      <Choices
        label={t('property.type')}
        choices={types.map(({ type, label }) => ({ value: type, label: label[language] }))}
        chosen={draft.propertyTypes}
        error={fieldError('filter.propertyTypes')}
        change={(chosen) => change({ propertyTypes: chosen })}
      />
    </Fieldset>
  );
}

interface ChoicesProps {
  label: string;
  choices: readonly { value: string; label: string }[];
  chosen: readonly string[];
  error: string | undefined;
  change: (chosen: string[]) => void;
}

const Choices = ({ label, choices, chosen, error, change }: ChoicesProps) => (
  <Checkbox.Group label={label} value={[...chosen]} onChange={change} error={error}>
    <div className="pair filter-choices">
      {choices.map((choice) => (
        <Checkbox key={choice.value} {...choice} />
      ))}
    </div>
  </Checkbox.Group>
);
