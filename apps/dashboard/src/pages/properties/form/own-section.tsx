import { Suspense, lazy } from 'react';
import { TextInput } from '@mantine/core';
import { useSpeech } from '../../../text/language.tsx';
import { Section } from '../../../ui/page.tsx';
import { StaysWhenSold } from '../../../ui/stays-when-sold.tsx';
import { FORM_SECTIONS } from './form-sections.ts';
import type { PropertyDraft } from './property-draft.ts';

/** Loaded after the form, which renders without it. */
const ContactChoice = lazy(async () => ({
  default: (await import('../../../ui/contact-choice.tsx')).ContactChoice,
}));

interface Props {
  draft: PropertyDraft;
  isNew: boolean;
  change: (part: Partial<PropertyDraft>) => void;
  errorOf: (path: string) => string | undefined;
}

/** The customer's own number of a property, and its contact. */
export function OwnSection({ draft, isNew, change, errorOf }: Props) {
  const { t } = useSpeech();
  const contact = { id: 'contactId', label: t('property.contact'), error: errorOf('contactId') };
  return (
    <Section id={FORM_SECTIONS.own} title={t('property.own')}>
      <div className="pair with-gap">
        <TextInput
          id="externalId"
          label={t('property.externalId')}
          description={t(isNew ? 'property.externalIdText' : 'property.externalIdFixed')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          readOnly={!isNew}
          value={draft.externalId}
          error={errorOf('externalId')}
          onChange={(event) => change({ externalId: event.currentTarget.value })}
        />
        <Suspense fallback={<TextInput {...contact} disabled />}>
          <ContactChoice
            {...contact}
            chosen={draft.contactId}
            onChoose={(contactId) => change({ contactId })}
          />
        </Suspense>
      </div>
      <StaysWhenSold
        isKept={draft.staysWhenSold}
        error={errorOf('onSold')}
        onChange={(staysWhenSold) => change({ staysWhenSold })}
      />
    </Section>
  );
}
