import { Facts } from '../ui/facts.tsx';
import type { Fact } from '../ui/facts.tsx';
import { kindOf } from './field-kind.ts';
import type { Described } from './field-kind.ts';
import { plain } from './field-text.ts';
import { useFieldTexts } from './use-field-texts.ts';

interface Props {
  described: readonly Described[];
  values: Readonly<Record<string, unknown>>;
}

/** Fields with their values; those without one are left out. */
export function FieldFacts({ described, values }: Props) {
  const { labelOf, valueText } = useFieldTexts();
  const given = described.filter(({ name }) => values[name] !== undefined && values[name] !== '');
  const short = given.filter((field) => !['group', 'longText'].includes(kindOf(field)));
  const facts = short.map((field): Fact => [labelOf(field), valueText(field, values[field.name])]);
  return (
    <div className="fact-groups">
      {facts.length > 0 && <Facts facts={facts} />}
      {given.map((field) => {
        const value = values[field.name];
        if (kindOf(field) === 'longText') return <LongFact key={field.name} field={field} value={value} />;
        return (
          field.parts && (
            <GroupFacts
              key={field.name}
              field={field}
              parts={field.parts}
              values={value as Props['values']}
              alone={given.length === 1}
            />
          )
        );
      })}
    </div>
  );
}

function LongFact({ field, value }: { field: Described; value: unknown }) {
  const { labelOf } = useFieldTexts();
  return (
    <dl className="facts long">
      <div>
        <dt>{labelOf(field)}</dt>
        <dd className="message">{plain(value)}</dd>
      </div>
    </dl>
  );
}

interface GroupProps {
  field: Described;
  parts: readonly Described[];
  values: Props['values'];
  /** True if the heading above names the field already. */
  alone: boolean;
}

const GroupFacts = ({ field, parts, values, alone }: GroupProps) => {
  const { labelOf } = useFieldTexts();
  return (
    <div>
      {!alone && <p className="group-name">{labelOf(field)}</p>}
      <FieldFacts described={parts} values={values} />
    </div>
  );
};
