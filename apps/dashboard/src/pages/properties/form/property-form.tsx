import { Suspense, lazy, memo, useCallback, useEffect, useMemo, useState } from 'react';
import { Alert, Button, Group, Text } from '@mantine/core';
import type { Property, PropertyTypeDescription } from '@estate/client';
import type { DraftValue } from '../../../fields/field-draft.ts';
import { useFieldTexts } from '../../../fields/use-field-texts.ts';
import { useSpeech } from '../../../text/language.tsx';
import { ActButton } from '../../../ui/act-button.tsx';
import { Form } from '../../../ui/form.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/page.tsx';
import { FieldSections } from './field-sections.tsx';
import { formProblems } from './form-problems.ts';
import { FORM_SECTIONS, UNSAVED_PLACE } from './form-sections.ts';
import { goToField } from './go-to.ts';
import type { KeptDraft } from './kept-drafts.ts';
import { OwnSection } from './own-section.tsx';
import { ProblemSummary } from './problem-summary.tsx';
import { isUnfinished } from './property-draft.ts';
import type { PropertyDraft } from './property-draft.ts';
import { SectionLinks } from './section-links.tsx';

/** Loaded after the form, which renders without them. */
const Photos = lazy(async () => ({ default: (await import('../photos/photos.tsx')).Photos }));
const LinksInput = lazy(async () => ({ default: (await import('./links-input.tsx')).LinksInput }));

interface Props {
  type: PropertyTypeDescription;
  kept: KeptDraft;
  /** The stored property, unless the form creates one. */
  property?: Property;
  save: {
    error: unknown;
    isPending: boolean;
    label: string;
    note?: string;
    /** Saves although somebody else has changed the property. */
    anyway?: () => void;
  };
  /** The page of the current state of an edited property. */
  current?: string;
  onSubmit: () => void;
}

/** The form of a property of any type, derived from the type's description in the API. */
export function PropertyForm({ type, kept, property, save, current, onSubmit }: Props) {
  const { t } = useSpeech();
  const texts = useFieldTexts();
  const { draft, change } = kept;
  const [first] = useState(draft.fields);
  const problems = useMemo(() => formProblems(save.error, { type, texts, t }), [save.error, type, texts, t]);
  useEffect(goToLinkedField, []);
  const errorOf = useCallback((path: string) => problems.find((one) => one.path === path)?.text, [problems]);
  const changeField = useCallback(
    (path: string, value: DraftValue) => change(({ fields }) => ({ fields: { ...fields, [path]: value } })),
    [change],
  );
  const count = draft.attachments.filter(isUnfinished).length;
  const whyNot = count > 0 ? t('property.unfinishedFiles', { count }) : undefined;
  return (
    <Form className="stack" noValidate onSubmit={onSubmit}>
      <ProblemSummary error={save.error} problems={problems} current={current} anyway={save.anyway} />
      {kept.isRestored && <Restored discard={kept.discard} />}
      <div id={UNSAVED_PLACE} className="unsaved-place" />
      <SectionLinks type={type} first={first} problems={problems} />
      <FieldSections type={type} first={first} draft={draft.fields} errorOf={errorOf} change={changeField} />
      <FilesSections files={kept.files} links={draft.links} property={property} errorOf={errorOf} />
      <OwnSection draft={draft} isNew={property === undefined} change={change} errorOf={errorOf} />
      {save.note !== undefined && (
        <Text size="sm" c="dimmed">
          {save.note}
        </Text>
      )}
      <Group className="save-bar">
        <ActButton type="submit" loading={save.isPending} whyNot={whyNot}>
          {save.label}
        </ActButton>
        {whyNot !== undefined && <Text size="sm">{whyNot}</Text>}
      </Group>
    </Form>
  );
}

/** Focuses the field of an address such as `…/edit#fields.address.region`. */
function goToLinkedField(): void {
  const path = decodeURIComponent(window.location.hash.slice(1));
  if (path !== '') goToField(path);
}

interface FilesProps extends Pick<KeptDraft, 'files'>, Pick<PropertyDraft, 'links'> {
  property: Property | undefined;
  errorOf: (path: string) => string | undefined;
}

/** Attachments and links. They are not rendered when a field changes. */
const FilesSections = memo(function SectionsOfFiles({ files, links, property, errorOf }: FilesProps) {
  const { t } = useSpeech();
  return (
    <>
      <Section id={FORM_SECTIONS.attachments} title={t('property.attachments')}>
        <Suspense fallback={<Loading />}>
          <Photos files={files} property={property} errorOf={errorOf} />
        </Suspense>
      </Section>
      <Section id={FORM_SECTIONS.links} title={t('property.links')} text={t('property.linksText')}>
        <Suspense fallback={<Loading />}>
          <LinksInput links={links} errorOf={errorOf} change={(next) => files.change({ links: next })} />
        </Suspense>
      </Section>
    </>
  );
});

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
