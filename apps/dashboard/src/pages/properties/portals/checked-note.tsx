import { Anchor, Text } from '@mantine/core';
import type { PublicationProblem } from '@estate/client';
import { Link } from 'react-router';
import { useProperty } from '../../../api/names.ts';
import { usePropertyType } from '../../../api/property-types.ts';
import { usePermissions } from '../../../api/rights.ts';
import { useFieldTexts } from '../../../fields/use-field-texts.ts';
import { useReasonText } from '../../../problems/use-reason-text.ts';
import { useSpeech } from '../../../text/language.tsx';
import { useErrorText } from '../../../text/error-text.ts';
import { labelOfPath } from '../../../fields/path-label.ts';
import type { PortalRow } from './portal-row.ts';

interface Props {
  row: PortalRow;
  propertyId: string;
}

/** The reason why the property cannot be published on a portal, or the remarks of the check. */
export function CheckedNote({ row: { whyNot, checked }, propertyId }: Props) {
  const { t } = useSpeech();
  const errorText = useErrorText();
  const mayWrite = usePermissions().includes('write');
  if (whyNot === 'notProcessed' || whyNot === 'notConnected') {
    return (
      <Text size="sm" className="bad-text">
        {t(`portals.${whyNot}`)}
      </Text>
    );
  }
  if (!checked) return mayWrite && <Text size="sm">{t('portals.checking')}</Text>;
  if ('error' in checked) {
    return (
      <Text size="sm" className="bad-text break">
        {errorText(checked.error)}
      </Text>
    );
  }
  const { problems } = checked.dryRun;
  const errors = problems.filter(({ severity }) => severity === 'error');
  const hints = problems.filter(({ severity }) => severity !== 'error');
  return (
    <>
      {errors.length > 0 && (
        <Text size="sm" className="bad-text">
          {t('portals.blocked')}
        </Text>
      )}
      <Problems problems={errors} propertyId={propertyId} />
      {hints.length > 0 && (
        <details className="portal-hints">
          <summary>{t('portals.hints', { count: hints.length })}</summary>
          <Problems problems={hints} propertyId={propertyId} />
        </details>
      )}
    </>
  );
}

function Problems({ problems, propertyId }: { problems: readonly PublicationProblem[]; propertyId: string }) {
  const { t } = useSpeech();
  const texts = useFieldTexts();
  const { data: property } = useProperty(propertyId);
  const { data: type } = usePropertyType(property?.type);
  const textOf = useReasonText('reason', property?.type);
  if (problems.length === 0) return null;
  return (
    <ul className="reasons">
      {problems.map((problem) => (
        <li key={`${problem.field} ${problem.code} ${problem.message}`}>
          <Anchor component={Link} to={`/properties/${propertyId}/edit#${problem.field}`} size="sm" fw={600}>
            {type ? labelOfPath(problem.field, { type, texts, t }) : problem.field}
          </Anchor>
          <Text size="sm" c="dimmed" className="break">
            {textOf(problem)}
          </Text>
        </li>
      ))}
    </ul>
  );
}
