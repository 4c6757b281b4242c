import { useState } from 'react';
import type { PublishingSettings } from '@estate/client';
import { Group, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { usePermissions } from '../../api/rights.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';

const CHOICES = ['flag', 'omit'] as const;

/** The setting for all targets without one of their own. */
export function PublishingSection() {
  const { t } = useSpeech();
  const mayManage = usePermissions().includes('manage');
  const query = useQuery({
    queryKey: ['publishing-settings'],
    queryFn: ({ signal }) => api.account.publishing({ signal }),
    enabled: mayManage,
  });
  if (!mayManage) return null;
  return (
    <Section title={t('account.publishing')} text={t('account.publishingText')}>
      <Loaded query={query}>{(settings) => <PublishingForm settings={settings} />}</Loaded>
    </Section>
  );
}

function PublishingForm({ settings }: { settings: PublishingSettings }) {
  const { t } = useSpeech();
  const [hiddenAddress, setHiddenAddress] = useState(settings.hiddenAddress);
  const save = useAct({
    run: () => api.account.setPublishing({ hiddenAddress }),
    touches: [['publishing-settings'], ['listings']],
    done: t('common.saved'),
    quiet: true,
  });
  return (
    <Form className="form" onSubmit={() => save.mutate(undefined)}>
      <Radio.Group
        label={t('target.hiddenAddress')}
        value={hiddenAddress}
        onChange={(value) => setHiddenAddress(CHOICES.find((choice) => choice === value) ?? hiddenAddress)}
      >
        <Stack gap="xs" mt="xs">
          {CHOICES.map((choice) => (
            <Radio key={choice} value={choice} label={t(`target.hiddenAddress.${choice}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <FormErrors error={save.error} />
      <Group>
        <ActButton type="submit" variant="light" loading={save.isPending}>
          {t('common.save')}
        </ActButton>
      </Group>
    </Form>
  );
}
