import { Text, Title } from '@mantine/core';
import { FieldFacts } from '../../fields/field-facts.tsx';
import { useFieldTexts } from '../../fields/use-field-texts.ts';
import { useSpeech } from '../../text/language.tsx';
import type { MessageKey } from '../../text/messages.ts';
import type { CarriedField, CarriedSection, carriedFields } from '../../portal/carried-fields.ts';
import { ProblemBadge } from './problem-badge.tsx';

/** The fields of a property that a platform receives, section by section, and those that it does not receive. */
export function CarriedTables({ sent, leftOut }: ReturnType<typeof carriedFields>) {
  const { t, language } = useSpeech();
  return (
    <div className="stack">
      {sent.map((section: CarriedSection) => (
        <CarriedTable
          key={section.name}
          title={section.label[language]}
          rows={section.rows}
          last="listing.landsAt"
        />
      ))}
      {leftOut.length > 0 && (
        <CarriedTable title={t('listing.leftOut')} rows={leftOut} last="listing.leftOutWhy" />
      )}
    </div>
  );
}

interface TableProps {
  title: string;
  rows: readonly CarriedField[];
  /** The title of the last column. */
  last: MessageKey;
}

function CarriedTable({ title, rows, last }: TableProps) {
  const { t } = useSpeech();
  return (
    <div>
      <Title order={3}>{title}</Title>
      <div className="scroll-x" tabIndex={0} role="region" aria-label={title}>
        <table className="data carried">
          <thead>
            <tr>
              <th scope="col">{t('listing.field')}</th>
              <th scope="col">{t('listing.value')}</th>
              <th scope="col">{t(last)}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <CarriedRow key={row.field.name} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function CarriedRow({ row: { field, value, paths, notes, problems } }: { row: CarriedField }) {
  const { t } = useSpeech();
  const { labelOf, valueText } = useFieldTexts();
  const reasons = paths.length === 0 && notes.length === 0 ? [t('listing.noPlace')] : notes;
  return (
    <tr>
      <th scope="row">{labelOf(field)}</th>
      <td>
        {field.parts ? (
          <FieldFacts described={field.parts} values={value as Readonly<Record<string, unknown>>} />
        ) : (
          <span className="message">{valueText(field, value)}</span>
        )}
        {problems.map(({ severity, code, message }) => (
          <div key={`${code} ${message}`} className="carried-problem">
            <ProblemBadge severity={severity} />
            <Text size="sm" className="break">
              {message}
            </Text>
          </div>
        ))}
      </td>
      <td>
        {paths.map((path) => (
          <code key={path} className="path">
            {path}
          </code>
        ))}
        {reasons.map((reason) => (
          <Text key={reason} size="sm" c="dimmed" className="break">
            {reason}
          </Text>
        ))}
      </td>
    </tr>
  );
}
