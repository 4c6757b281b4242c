import { Alert, Anchor, Text } from '@mantine/core';
import type { DryRun } from '@estate/client';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { useProperty } from '../../api/names.ts';
import { usePropertyType } from '../../api/property-types.ts';
import { useAct } from '../../api/use-act.ts';
import { useFieldTexts } from '../../fields/use-field-texts.ts';
import { useReasonText } from '../../problems/use-reason-text.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { ActResult } from '../../ui/act-result.tsx';
import { Section } from '../../ui/page.tsx';
import { labelOfPath } from '../properties/form/form-problems.ts';
import { ProblemBadge } from './problem-badge.tsx';

interface Pair {
  propertyId: string;
  targetId: string;
}

/** Checks for problems before a property is published on a target. */
export function DryRunSection({ propertyId, targetId }: Pair) {
  const { t } = useSpeech();
  const dryRun = useAct({
    run: () => api.listings.validate({ propertyId, targetId }),
    touches: [],
    quiet: true,
  });
  return (
    <Section
      title={t('listing.dryRun')}
      text={t('listing.dryRunText')}
      actions={
        <ActButton variant="light" act={dryRun}>
          {t('listing.dryRun')}
        </ActButton>
      }
    >
      <ActResult act={dryRun}>{(result) => <Outcome dryRun={result} propertyId={propertyId} />}</ActResult>
    </Section>
  );
}

function Outcome({ dryRun: { publishable, problems }, propertyId }: { dryRun: DryRun; propertyId: string }) {
  const { t } = useSpeech();
  const labelOf = useFieldLabel(propertyId);
  const textOf = useReasonText('reason', useProperty(propertyId).data?.type);
  return (
    <>
      <Alert className={publishable ? 'tone-good' : 'tone-bad'} mb="sm">
        {t(publishable ? 'listing.dryRunGood' : 'listing.dryRunBad')}
      </Alert>
      {problems.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('listing.noProblems')}
        </Text>
      )}
      <ul className="plain-list">
        {problems.map((problem) => (
          <li key={`${problem.field} ${problem.code} ${problem.message}`} className="item">
            <div>
              <Anchor
                component={Link}
                to={`/properties/${propertyId}/edit#${problem.field}`}
                size="sm"
                fw={600}
              >
                {labelOf(problem.field)}
              </Anchor>
              <Text size="sm" className="break">
                {textOf(problem)}
              </Text>
            </div>
            <ProblemBadge severity={problem.severity} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** What the form of the property calls a field. */
function useFieldLabel(propertyId: string): (path: string) => string {
  const { t } = useSpeech();
  const texts = useFieldTexts();
  const { data: property } = useProperty(propertyId);
  const { data: type } = usePropertyType(property?.type);
  return (path) => (type ? labelOfPath(path, { type, texts, t }) : path);
}
