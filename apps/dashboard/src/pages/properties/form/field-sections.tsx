import { memo } from 'react';
import { Fieldset, Text } from '@mantine/core';
import type { PropertyTypeDescription } from '@estate/client';
import { FieldInput } from '../../../fields/field-input.tsx';
import { fieldsIn, isSet } from '../../../fields/field-draft.ts';
import type { DraftValue, FieldsDraft } from '../../../fields/field-draft.ts';
import type { Described } from '../../../fields/field-kind.ts';
import { useFieldTexts } from '../../../fields/use-field-texts.ts';
import { useSpeech } from '../../../text/language.tsx';
import { Section } from '../../../ui/page.tsx';
import { FORM_SECTIONS, idOfSection, requiredFirst } from './form-sections.ts';

interface Inputs {
  draft: FieldsDraft;
  /** Must be the same function at each rendering. */
  change: (path: string, value: DraftValue) => void;
  errorOf: (path: string) => string | undefined;
}

interface Props extends Inputs {
  type: PropertyTypeDescription;
  /** The initial draft: fields that were set then stay in their section. */
  first: FieldsDraft;
}

/** The fields of a property type by section; unusual fields are folded at the end. */
export function FieldSections({ type, first, ...inputs }: Props) {
  const { language } = useSpeech();
  const isOffered = offeredIn(first);
  return (
    <>
      {type.sections.map(({ name, label, fields }) => {
        const offered = requiredFirst(fields.filter(isOffered));
        if (offered.length === 0) return null;
        return (
          <Section key={name} id={idOfSection(name)} title={label[language]}>
            <Grid fields={offered} {...inputs} />
          </Section>
        );
      })}
      <MoreFields fields={fieldsIn(type).filter((field) => !isOffered(field))} {...inputs} />
    </>
  );
}

/** The form offers the usual fields of the type, and those that were set initially. */
export const offeredIn = (first: FieldsDraft) => (field: Described) => !field.unusual || isSet(field, first);

function MoreFields({ fields, ...inputs }: Inputs & { fields: readonly Described[] }) {
  const { t } = useSpeech();
  if (fields.length === 0) return null;
  return (
    <details className="card" id={FORM_SECTIONS.more} tabIndex={-1}>
      <summary>{t('property.moreFields', { count: fields.length })}</summary>
      <Text size="sm" c="dimmed" mb="sm">
        {t('property.moreFieldsText')}
      </Text>
      <Grid fields={fields} {...inputs} />
    </details>
  );
}

function Grid({ fields, ...inputs }: Inputs & { fields: readonly Described[] }) {
  const [only] = fields;
  if (only?.parts && fields.length === 1) return <Parts field={only} {...inputs} />;
  return (
    <div className="field-grid">
      {fields.map((field) =>
        field.parts ? (
          <Group key={field.name} field={field} {...inputs} />
        ) : (
          <Input
            key={field.name}
            field={field}
            required={field.required}
            {...entryOf(field.name, inputs)}
            change={inputs.change}
          />
        ),
      )}
    </div>
  );
}

/** A field that is an object: its label around its parts. */
function Group({ field, ...inputs }: Inputs & { field: Described }) {
  const { labelOf } = useFieldTexts();
  return (
    <Fieldset legend={labelOf(field)} className="wide" id={`fields.${field.name}`} tabIndex={-1}>
      <Parts field={field} {...inputs} />
    </Fieldset>
  );
}

/** The required parts of an optional group are required only once one of its parts is set. */
const Parts = ({ field, ...inputs }: Inputs & { field: Described }) => (
  <div className="field-grid">
    {field.parts?.map((part) => (
      <Input
        key={part.name}
        field={part}
        required={part.required && (field.required || isSet(field, inputs.draft))}
        {...entryOf(`${field.name}.${part.name}`, inputs)}
        change={inputs.change}
      />
    ))}
  </div>
);

const entryOf = (path: string, { draft, errorOf }: Inputs) => ({
  path,
  value: draft[path] ?? '',
  error: errorOf(`fields.${path}`),
});

interface InputProps extends Pick<Inputs, 'change'>, ReturnType<typeof entryOf> {
  field: Described;
  required: boolean;
}

/** A form has a hundred inputs: a change of one must not render the others. */
const Input = memo(function InputOfField({ field, required, path, value, error, change }: InputProps) {
  return (
    <FieldInput
      field={{ ...field, required }}
      path={`fields.${path}`}
      value={value}
      error={error}
      onChange={(next) => change(path, next)}
    />
  );
});
