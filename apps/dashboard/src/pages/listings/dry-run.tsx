import { Alert, Text } from '@mantine/core';
import type { DryRun } from '@estate/client';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { ActResult } from '../../ui/act-result.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Section } from '../../ui/page.tsx';

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
      <ActResult act={dryRun}>{(result) => <Outcome dryRun={result} />}</ActResult>
    </Section>
  );
}

function Outcome({ dryRun: { publishable, problems } }: { dryRun: DryRun }) {
  const { t } = useSpeech();
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
        {problems.map(({ severity, field, message, code }) => (
          <li key={`${field} ${code}`} className="item">
            <Text size="sm" className="break">
              {message} <code>{field}</code>
            </Text>
            <Badge tone={severity === 'error' ? 'bad' : 'busy'}>{t(`listing.${severity}`)}</Badge>
          </li>
        ))}
      </ul>
    </>
  );
}
