import { useEffect, useState } from 'react';
import { Alert, Button, Checkbox, Group, Text } from '@mantine/core';
import type { PropertyTypeDescription } from '@estate/client';
import { useFieldTexts } from '../../../fields/use-field-texts.ts';
import { useSpeech } from '../../../text/language.tsx';
import { ActButton } from '../../../ui/act-button.tsx';
import { Form } from '../../../ui/form.tsx';
import { Section } from '../../../ui/page.tsx';
import { FieldSections } from './field-sections.tsx';
import { formProblems } from './form-problems.ts';
import { FORM_SECTIONS } from './form-sections.ts';
import { goToField } from './go-to.ts';
import type { useKeptDraft } from './kept-drafts.ts';
import { OwnSection } from './own-section.tsx';
import { ProblemSummary } from './problem-summary.tsx';
import { RowsInput } from './rows-input.tsx';
import { SectionLinks } from './section-links.tsx';

interface Props {
  type: PropertyTypeDescription;
  kept: ReturnType<typeof useKeptDraft>;
  isNew: boolean;
  save: { error: unknown; isPending: boolean; label: string; note?: string };
  /** Where the present state of an edited property is shown. */
  current?: string;
  onSubmit: () => void;
}

/** The form of a property of any type, made from what the API says of the type. */
export function PropertyForm({ type, kept, isNew, save, current, onSubmit }: Props) {
  const { t } = useSpeech();
  const texts = useFieldTexts();
  const { draft, change } = kept;
  const [first] = useState(draft.fields);
  const problems = formProblems(save.error, { type, texts, t });
  useEffect(goToLinkedField, []);
  const errorOf = (path: string) => problems.find((one) => one.path === path)?.text;
  return (
    <Form className="stack" noValidate onSubmit={onSubmit}>
      <ProblemSummary error={save.error} problems={problems} current={current} />
      {kept.isRestored && <Restored discard={kept.discard} />}
      <SectionLinks type={type} first={first} problems={problems} />
      <FieldSections
        type={type}
        first={first}
        draft={draft.fields}
        errorOf={errorOf}
        change={(path, value) => change({ fields: { ...draft.fields, [path]: value } })}
      />
      <FilesSections kept={kept} errorOf={errorOf} />
      <OwnSection draft={draft} isNew={isNew} change={change} errorOf={errorOf} />
      {save.note !== undefined && (
        <Text size="sm" c="dimmed">
          {save.note}
        </Text>
      )}
      <Group className="save-bar">
        <ActButton type="submit" loading={save.isPending}>
          {save.label}
        </ActButton>
      </Group>
    </Form>
  );
}

/** An address such as `…/edit#fields.address.region` leads to that field. */
function goToLinkedField(): void {
  const path = decodeURIComponent(window.location.hash.slice(1));
  if (path !== '') goToField(path);
}

interface FilesProps extends Pick<Props, 'kept'> {
  errorOf: (path: string) => string | undefined;
}

/** Attachments and links, in their order. */
function FilesSections({ kept: { draft, change }, errorOf }: FilesProps) {
  const { t } = useSpeech();
  return (
    <>
      <Section
        id={FORM_SECTIONS.attachments}
        title={t('property.attachments')}
        text={t('property.attachmentsText')}
      >
        <RowsInput
          path="attachments"
          rows={draft.attachments}
          added={(row) => ({ ...row, isBlueprint: false, kept: {} })}
          errorOf={errorOf}
          change={(attachments) => change({ attachments })}
        >
          {(row, index, set) => (
            <Checkbox
              id={`attachments.${String(index)}.isBlueprint`}
              label={t('property.blueprint')}
              checked={row.isBlueprint}
              onChange={(event) => set({ isBlueprint: event.currentTarget.checked })}
            />
          )}
        </RowsInput>
      </Section>
      <Section id={FORM_SECTIONS.links} title={t('property.links')} text={t('property.linksText')}>
        <RowsInput
          path="links"
          rows={draft.links}
          added={(row) => row}
          errorOf={errorOf}
          change={(links) => change({ links })}
        />
      </Section>
    </>
  );
}

function Restored({ discard }: { discard: () => void }) {
  const { t } = useSpeech();
  return (
    <Alert role="status" className="tone-busy">
      <Group justify="space-between">
        {t('property.restored')}
        <Button variant="default" size="compact-sm" onClick={discard}>
          {t('property.discard')}
        </Button>
      </Group>
    </Alert>
  );
}
