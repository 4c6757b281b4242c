import { Suspense, lazy, useState } from 'react';
import { Checkbox, Input, NativeSelect, TextInput, Textarea } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';
import { choicesOf } from './choices.ts';
import type { DraftValue } from './field-draft.ts';
import { kindOf, limitOf } from './field-kind.ts';
import type { Described } from './field-kind.ts';
import { numberShown, numberTyped } from './typed-number.ts';
import { useFieldTexts } from './use-field-texts.ts';

const MultiSelect = lazy(async () => ({ default: (await import('./multi-select.ts')).MultiSelect }));

interface Props {
  field: Described;
  /** The path of the field in the API. */
  path: string;
  value: DraftValue;
  error: string | undefined;
  onChange: (value: DraftValue) => void;
}

/** The input of a field that is no group, derived from its description in the API. */
export function FieldInput(props: Props) {
  switch (kindOf(props.field)) {
    case 'number':
      return <NumberField {...props} />;
    case 'flag':
      return props.field.required ? <BoxField {...props} /> : <ThreeWayField {...props} />;
    case 'choice':
      return <ChoiceField {...props} />;
    case 'choices':
      return <ChoicesField {...props} />;
    case 'longText':
      return <LongTextField {...props} />;
    default:
      return <TextField {...props} />;
  }
}

/** The props of every input. */
function useCommon({ field, path, error }: Props) {
  const { labelOf, hintOf } = useFieldTexts();
  return {
    id: path,
    label: labelOf(field),
    description: hintOf(field),
    required: field.required,
    error,
    inputWrapperOrder: HINT_BELOW,
  };
}

/** Aligns inputs that stand side by side, with and without a hint. */
const HINT_BELOW: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];
/** Texts from this length on span several columns. */
const LONG_LINE = 100;

const textOf = (value: DraftValue): string => (typeof value === 'string' ? value : value.join(', '));

function TextField(props: Props) {
  const { field, value, onChange } = props;
  const common = useCommon(props);
  return (
    <TextInput
      {...common}
      {...(field.required && (limitOf(field, 'maxLength') ?? 0) >= LONG_LINE && { className: 'two-columns' })}
      type={kindOf(field) === 'date' ? 'date' : 'text'}
      autoComplete="off"
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function LongTextField(props: Props) {
  const { value, onChange } = props;
  const common = useCommon(props);
  return (
    <Textarea
      {...common}
      className="wide"
      autosize
      minRows={3}
      maxRows={16}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** A number is parsed while it is typed, and formatted in the language when the input loses the focus. */
function NumberField(props: Props) {
  const { field, value, onChange } = props;
  const common = useCommon(props);
  const { language } = useSpeech();
  const { unitText } = useFieldTexts();
  const [typed, setTyped] = useState<string>();
  const isBelowZero = (limitOf(field, 'minimum', 'exclusiveMinimum') ?? 0) < 0;
  const unit = field.unit === undefined ? undefined : unitText(field.unit);
  return (
    <TextInput
      {...common}
      autoComplete="off"
      inputMode={isBelowZero ? 'text' : 'decimal'}
      value={typed ?? numberShown(textOf(value), field, language)}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(numberTyped(event.currentTarget.value, field, language));
      }}
      onBlur={() => setTyped(undefined)}
      {...(unit !== undefined && {
        'aria-description': unit,
        rightSection: <span className="unit">{unit}</span>,
        rightSectionWidth: `${String(unit.length + 2)}ch`,
        rightSectionPointerEvents: 'none',
      })}
    />
  );
}

function BoxField(props: Props) {
  const { value, onChange } = props;
  const { required: _required, inputWrapperOrder: _order, ...common } = useCommon(props);
  return (
    <Checkbox
      {...common}
      className="box"
      checked={value === 'true'}
      onChange={(event) => onChange(String(event.currentTarget.checked))}
    />
  );
}

function ChoiceField(props: Props) {
  const { field, value, onChange } = props;
  const common = useCommon(props);
  const chosen = textOf(value);
  return (
    <NativeSelect
      {...common}
      value={chosen}
      data={useOptions(field, chosen)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The options of a field: an empty one unless the API has a default, a chosen value that is unknown, and all values. */
function useOptions(field: Described, chosen: string) {
  const { t, language } = useSpeech();
  const [first = [], others] = choicesOf(field, language);
  const isKnown = [...first, ...(others ?? [])].some((one) => one.value === chosen);
  const empty = { value: '', label: t(field.required ? 'property.choose' : 'property.unset') };
  return [
    ...(chosen === '' || field.schema['default'] === undefined ? [empty] : []),
    ...(isKnown || chosen === '' ? [] : [{ value: chosen, label: chosen }]),
    ...(others ? [{ group: t('property.mostUsed'), items: first }] : first),
    ...(others ? [{ group: t('property.allOthers'), items: others }] : []),
  ];
}

const ANSWERS = [
  ['', 'property.unset'],
  ['true', 'common.yes'],
  ['false', 'common.no'],
] as const;

/** Yes, no, or not set: all three are visible, and one click sets each. */
function ThreeWayField(props: Props) {
  const { t } = useSpeech();
  const { value, error, onChange } = props;
  const { required: _required, id, ...common } = useCommon(props);
  const [label, described] = [`${id}-label`, error === undefined ? 'description' : 'error'];
  return (
    <Input.Wrapper {...common} id={id} labelElement="div">
      <div
        {...{ id, className: 'three-way', role: 'radiogroup', tabIndex: -1, 'aria-labelledby': label }}
        {...((error ?? common.description) && { 'aria-describedby': `${id}-${described}` })}
      >
        {ANSWERS.map(([answer, text]) => (
          <label key={answer}>
            <input
              type="radio"
              name={id}
              checked={textOf(value) === answer}
              onChange={() => onChange(answer)}
            />
            {t(text)}
          </label>
        ))}
      </div>
    </Input.Wrapper>
  );
}

function ChoicesField(props: Props) {
  const { t, language } = useSpeech();
  const { field, value, onChange } = props;
  const common = useCommon(props);
  const chosen = typeof value === 'string' ? [] : [...value];
  const data = choicesOf(field, language).flat();
  return (
    <Suspense fallback={<TextInput {...common} disabled />}>
      <MultiSelect
        {...common}
        value={chosen}
        {...(chosen.length === 0 && { placeholder: t('property.unset') })}
        data={data}
        onChange={(values) => onChange(values.map(String))}
      />
    </Suspense>
  );
}
