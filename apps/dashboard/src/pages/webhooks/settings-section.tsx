import type { Webhook } from '@estate/client';
import { useTargetName } from '../../api/names.ts';
import { useTypeName } from '../../api/property-types.ts';
import { useSpeech } from '../../text/language.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { Fact } from '../../ui/facts.tsx';
import { Section } from '../../ui/page.tsx';
import { textOfWaits } from './retry-schedule.ts';

/** The settings of a webhook; only the names of its headers are shown. */
export function SettingsSection({ webhook }: { webhook: Webhook }) {
  const { t } = useSpeech();
  const targetName = useTargetName();
  const typeName = useTypeName();
  const { id, url, maxDeliveriesPerSecond, retryScheduleSeconds = [], headers = {}, filter } = webhook;
  const facts: Fact[] = [
    [t('webhook.url'), url],
    [t('webhook.limit'), maxDeliveriesPerSecond?.toString()],
    [t('webhook.retries'), textOfWaits(retryScheduleSeconds)],
    [t('webhook.headers'), Object.keys(headers).join(', ')],
    [t('nav.targets'), filter?.targetIds?.map(targetName).join(', ')],
    [t('property.type'), filter?.propertyTypes?.map(typeName).join(', ')],
    [t('common.id'), <code key="id">{id}</code>],
  ];
  return (
    <Section title={t('webhook.settings')}>
      <Facts facts={facts} />
    </Section>
  );
}
