import { Alert, Anchor, Text } from '@mantine/core';
import type { DryRun, ListingInput, PublicationProblem } from '@estate/client';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { useProperty } from '../../api/names.ts';
import { usePropertyType } from '../../api/property-types.ts';
import { useAct } from '../../api/use-act.ts';
import { useIsViewer } from '../../api/rights.ts';
import { useFieldTexts } from '../../fields/use-field-texts.ts';
import { useReasonText } from '../../problems/use-reason-text.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { ActResult } from '../../ui/act-result.tsx';
import { Section } from '../../ui/page.tsx';
import { labelOfPath } from '../../fields/path-label.ts';
import { ProblemBadge } from './problem-badge.tsx';

interface Props {
  wish: ListingInput;
}

/** Checks for problems before a property is published with the given settings; viewers cannot run it. */
export const DryRunSection = ({ wish }: Props) =>
  useIsViewer() ? null : <Checked key={JSON.stringify(wish)} wish={wish} />;

function Checked({ wish }: Props) {
  const { t } = useSpeech();
  const dryRun = useAct({
    run: () => api.listings.validate(wish),
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
      <ActResult act={dryRun}>
        {(result) => <Outcome dryRun={result} propertyId={wish.propertyId} />}
      </ActResult>
    </Section>
  );
}

function Outcome({ dryRun: { publishable, problems }, propertyId }: { dryRun: DryRun; propertyId: string }) {
  const { t } = useSpeech();
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
              <Field problem={problem} propertyId={propertyId} />
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

const OF_LISTING = {
  publishFrom: 'listing.publishFrom',
  publishUntil: 'listing.publishUntil',
  preventPublication: 'listing.prevent',
} as const;

const isOfListing = (field: string): field is keyof typeof OF_LISTING => field in OF_LISTING;

/** The label of a field; a property's field links to its input in the form. */
function Field({ problem: { field }, propertyId }: { problem: PublicationProblem; propertyId: string }) {
  const { t } = useSpeech();
  const texts = useFieldTexts();
  const { data: property } = useProperty(propertyId);
  const { data: type } = usePropertyType(property?.type);
  if (isOfListing(field)) {
    return (
      <Text size="sm" fw={600}>
        {t(OF_LISTING[field])}
      </Text>
    );
  }
  return (
    <Anchor component={Link} to={`/properties/${propertyId}/edit#${field}`} size="sm" fw={600}>
      {type ? labelOfPath(field, { type, texts, t }) : field}
    </Anchor>
  );
}
