import type { ImportSource } from '@estate/client';
import { api } from '../../../api/client.ts';
import { useTargetName } from '../../../api/names.ts';
import { useAct } from '../../../api/use-act.ts';
import { jobMessages } from '../../../text/job-messages.ts';
import { useSpeech } from '../../../text/language.tsx';
import { addMessages, knownKey } from '../../../text/messages.ts';
import { ActButton } from '../../../ui/act-button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Section } from '../../../ui/page.tsx';

addMessages(jobMessages);

/** The properties that could not be listed, by portal and reason. */
export function UnlistedSection({ source: { id, unlisted } }: { source: ImportSource }) {
  const { t } = useSpeech();
  const retry = useAct({
    run: () => api.importSources.retryListings(id),
    touches: [['import-source', id]],
    done: t('source.retried'),
  });
  if (!unlisted) return null;
  return (
    <Section
      title={t('source.unlisted')}
      actions={
        <ActButton size="compact-sm" variant="default" act={retry}>
          {t('source.retry')}
        </ActButton>
      }
    >
      <UnlistedFacts unlisted={unlisted} />
    </Section>
  );
}

type Unlisted = NonNullable<ImportSource['unlisted']>;

/** The number of properties that each portal refused, and the reasons. */
export function UnlistedFacts({ unlisted }: { unlisted: Unlisted }) {
  const { t } = useSpeech();
  const targetName = useTargetName();
  return (
    <Facts
      facts={unlisted.map(({ targetId, code, message, count }) => {
        const known = knownKey(`jobReason.${code}`);
        const why = known ? t(known) : message;
        return [`${targetName(targetId)}: ${String(count)}`, <span key={`${targetId} ${code}`}>{why}</span>];
      })}
    />
  );
}
