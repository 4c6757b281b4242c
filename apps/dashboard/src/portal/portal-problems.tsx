import type { PropertyTypeDescription, PublicationProblem } from '@estate/client';
import { Anchor, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { useIsViewer } from '../api/rights.ts';
import { useFieldTexts } from '../fields/use-field-texts.ts';
import { labelOfPath } from '../fields/path-label.ts';
import { useSpeech } from '../text/language.tsx';
import type { PortalContent } from './portal-content.ts';

interface Props {
  propertyId: string;
  type: PropertyTypeDescription;
  content: PortalContent;
  /** True if the dry run has finished: before that, reasons are not known. */
  isChecked: boolean;
}

/** Obstacles to the publication, parts that are not shown, and parts to look at, each with its reason. */
export function PortalProblems({ propertyId, type, content, isChecked }: Props) {
  const { t } = useSpeech();
  const { errors, warnings, leftOutFields, leftOutParts } = content;
  const texts = useFieldTexts();
  const leftOut: Reasoned[] = [
    ...leftOutFields.map(({ field, notes }) => ({
      path: `fields.${field.name}`,
      label: texts.labelOf(field),
      reason: notes.length === 0 ? t('listing.noPlace') : notes.join(' '),
    })),
    ...reasonsOf(leftOutParts, (path) => labelOfPath(path, { type, texts, t })),
  ];
  const labelled = (problems: readonly PublicationProblem[]) =>
    reasonsOf(problems, (path) => labelOfPath(path, { type, texts, t }));
  return (
    <div className="portal-problems">
      <Reasons title={t('portal.blocks')} entries={labelled(errors)} propertyId={propertyId} isBad />
      <Reasons title={t('portal.leftOut')} entries={leftOut} propertyId={propertyId} />
      <Reasons title={t('portal.check')} entries={labelled(warnings)} propertyId={propertyId} />
      {!isChecked && (
        <Text size="sm" c="dimmed">
          {t('portal.readOnly')}
        </Text>
      )}
      {isChecked && errors.length + warnings.length + leftOut.length === 0 && (
        <Text size="sm">{t('portal.complete')}</Text>
      )}
    </div>
  );
}

interface Reasoned {
  path: string;
  label: string;
  reason: string;
}

const reasonsOf = (problems: readonly PublicationProblem[], labelOf: (path: string) => string): Reasoned[] =>
  problems.map(({ field, message }) => ({ path: field, label: labelOf(field), reason: message }));

interface ReasonsProps {
  title: string;
  entries: readonly Reasoned[];
  propertyId: string;
  isBad?: boolean;
}

function Reasons({ title, entries, propertyId, isBad = false }: ReasonsProps) {
  const isViewer = useIsViewer();
  if (entries.length === 0) return null;
  return (
    <section>
      <Title order={3} className={isBad ? 'bad-text' : undefined}>
        {`${title} (${String(entries.length)})`}
      </Title>
      <ul className="reasons">
        {entries.map(({ path, label, reason }) => (
          <li key={`${path} ${reason}`}>
            {isViewer ? (
              <Text size="sm" fw={600}>
                {label}
              </Text>
            ) : (
              <Anchor component={Link} to={`/properties/${propertyId}/edit#${path}`} size="sm" fw={600}>
                {label}
              </Anchor>
            )}
            <Text size="sm" c="dimmed" className="break">
              {reason}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
