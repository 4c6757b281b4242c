import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import type { Listing } from '@estate/client';
import { Group, TextInput } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useIsViewer } from '../../api/rights.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Form } from '../../ui/form.tsx';
import { localTimeOf, timeOfLocal } from '../../ui/local-time.ts';
import { Section } from '../../ui/page.tsx';

/** Planned times as typed text; empty for none. */
export interface PlannedDraft {
  publishFrom: string;
  publishUntil: string;
}

export const NOT_PLANNED: PlannedDraft = { publishFrom: '', publishUntil: '' };

/** The planned times in the format of the API. */
export const plannedOf = ({ publishFrom, publishUntil }: PlannedDraft) => ({
  ...(publishFrom !== '' && { publishFrom }),
  ...(publishUntil !== '' && { publishUntil }),
});

interface InputProps {
  draft: PlannedDraft;
  change: (draft: PlannedDraft) => void;
}

/** Browsers validate a half-typed time only in a form, and can focus it only while it is visible. */
const openAround = ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
  const around = currentTarget.closest('details');
  if (around) around.open = true;
};

/** The times of publication and removal; must be inside a form. */
export function PlannedInputs({ draft, change }: InputProps) {
  const { t } = useSpeech();
  const input = (name: keyof PlannedDraft, label: string, description: string) => (
    <TextInput
      type="datetime-local"
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={localTimeOf(draft[name])}
      onChange={(event) => change({ ...draft, [name]: timeOfLocal(event.currentTarget.value) })}
    />
  );
  return (
    <div className="pair" onInvalidCapture={openAround}>
      {input('publishFrom', t('listing.publishFrom'), t('listing.publishFromText'))}
      {input('publishUntil', t('listing.publishUntil'), t('listing.publishUntilText'))}
    </div>
  );
}

/** Changes the planned times of a listing. */
export const PlannedSection = ({ listing }: { listing: Listing }) => {
  const { t } = useSpeech();
  // Viewers see the times among the facts of the listing.
  if (useIsViewer()) return null;
  return (
    <Section title={t('listing.plannedTimes')}>
      <PlannedForm listing={listing} />
    </Section>
  );
};

/** Changes the planned times of a listing and keeps all other settings. */
export function PlannedForm({
  listing: { id, preventPublication, publishFrom = '', publishUntil = '' },
}: {
  listing: Listing;
}) {
  const { t } = useSpeech();
  const [draft, setDraft] = useState<PlannedDraft>({ publishFrom, publishUntil });
  const save = useAct({
    run: () =>
      api.listings.update(id, {
        ...plannedOf(draft),
        ...(preventPublication !== undefined && { preventPublication }),
      }),
    touches: [['listing', id], ['listings'], ['counts']],
    quiet: true,
    done: t('listing.plannedSaved'),
  });
  return (
    <Form className="form" onSubmit={() => save.mutate()}>
      <PlannedInputs draft={draft} change={setDraft} />
      <FormErrors error={save.error} />
      <Group>
        <ActButton type="submit" variant="default" loading={save.isPending}>
          {t('common.save')}
        </ActButton>
      </Group>
    </Form>
  );
}
