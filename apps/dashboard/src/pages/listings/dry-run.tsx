import { Alert, Text } from '@mantine/core';
import type { DryRun } from '@estate/client';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Section } from '../../ui/page.tsx';

interface Pair {
  propertyId: string;
  targetId: string;
}

/** Asks whether a property could be published on a target, and lists what stands against it. */
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
        <ActButton variant="light" loading={dryRun.isPending} onClick={() => dryRun.mutate(undefined)}>
          {t('listing.dryRun')}
        </ActButton>
      }
    >
      <div aria-live="polite">
        {dryRun.error && <ErrorNote error={dryRun.error} />}
        {dryRun.data && <Outcome dryRun={dryRun.data} />}
      </div>
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
