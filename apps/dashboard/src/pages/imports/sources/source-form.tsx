import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ImportSource, ImportSourceInput } from '@estate/client';
import { Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useTargetName, useTargets } from '../../../api/names.ts';
import { useSpeech } from '../../../text/language.tsx';
import { ActButton } from '../../../ui/act-button.tsx';
import { FormErrors, useFieldError } from '../../../ui/form-errors.tsx';
import { Form } from '../../../ui/form.tsx';
import { StaysWhenSold } from '../../../ui/stays-when-sold.tsx';
import { FallbackContact } from './fallback-contact.tsx';
import { PlainLoginsChoice } from './plain-logins.tsx';
import { PreviewButton } from './preview-button.tsx';
import { ReadingInputs } from './reading-inputs.tsx';
import { draftOf, inputOf } from './source-draft.ts';
import type { SourceDraft } from './source-draft.ts';
import '../imports.css';

interface Props {
  /** The source to replace; undefined for a new one. */
  source?: ImportSource;
  label: string;
  save: { isPending: boolean; error: Error | null; mutate: (input: ImportSourceInput) => void };
}

/** The name of a source, the targets for its properties, and the limit of deletions by a full transfer. */
export function SourceForm({ source, label, save }: Props) {
  const { t } = useSpeech();
  const fieldError = useFieldError(save.error);
  const [draft, setDraft] = useState(() => draftOf(source));
  const change = (part: Partial<SourceDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
  };
  return (
    <Form className="form" onSubmit={() => save.mutate(inputOf(draft, source))}>
      <TextInput
        label={t('source.name')}
        description={t('source.nameText')}
        required
        maxLength={100}
        autoComplete="off"
        value={draft.name}
        error={fieldError('name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TargetChoice
        chosen={draft.targetIds}
        error={fieldError('targetIds')}
        onChange={(targetIds) => change({ targetIds })}
      />
      <MaxRemovedInput
        typed={draft.maxRemoved}
        error={fieldError('maxRemovedShare')}
        onChange={(maxRemoved) => change({ maxRemoved })}
      />
      <StaysWhenSold
        isKept={draft.staysWhenSold}
        error={fieldError('onSold')}
        onChange={(staysWhenSold) => change({ staysWhenSold })}
      />
      <ObjectInputs draft={draft} errorOf={fieldError} onChange={change} />
      <PlainLoginsChoice
        isAllowed={draft.allowPlainLogins ?? false}
        error={fieldError('allowPlainLogins')}
        onChange={(allowPlainLogins) => change({ allowPlainLogins })}
      />
      <FormErrors error={save.error} />
      <Group>
        <ActButton type="submit" needs="manage" loading={save.isPending} children={label} />
        {source && <PreviewButton id={source.id} draft={draft} />}
      </Group>
    </Form>
  );
}

interface ObjectProps {
  draft: SourceDraft;
  errorOf: (path: string) => ReactNode;
  onChange: (part: Partial<SourceDraft>) => void;
}

/** The settings for reading the objects of documents. */
function ObjectInputs({ draft, errorOf, onChange }: ObjectProps) {
  return (
    <>
      <FallbackContact
        contact={draft.contact}
        errorOf={errorOf}
        onChange={(contact) => onChange({ contact })}
      />
      <ReadingInputs draft={draft} errorOf={errorOf} onChange={onChange} />
    </>
  );
}

interface PercentProps {
  typed: string;
  error: ReactNode;
  onChange: (typed: string) => void;
}

function MaxRemovedInput({ typed, error, onChange }: PercentProps) {
  const { t } = useSpeech();
  return (
    <TextInput
      type="number"
      min={0}
      max={100}
      step={1}
      required
      label={t('source.maxRemoved')}
      description={t('source.maxRemovedText')}
      className="short-input"
      value={typed}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface ChoiceProps {
  chosen: readonly string[];
  error: ReactNode;
  onChange: (targetIds: string[]) => void;
}

function TargetChoice({ chosen, error, onChange }: ChoiceProps) {
  const { t } = useSpeech();
  const { data: targets } = useTargets();
  const targetName = useTargetName();
  // A deleted target is offered, too, so that it can be unchosen.
  const offered = targets && [...new Set([...targets.map(({ id }) => id), ...chosen])];
  return (
    <Checkbox.Group
      label={t('source.targets')}
      description={t('source.targetsText')}
      value={[...chosen]}
      error={error}
      onChange={onChange}
    >
      <div className="choices">
        {offered?.map((id) => (
          <Checkbox key={id} value={id} label={targetName(id)} />
        ))}
        {offered?.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('source.noTargets')}
          </Text>
        )}
      </div>
    </Checkbox.Group>
  );
}
