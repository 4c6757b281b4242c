import type { Target, TargetCheck } from '@estate/client';
import { Alert, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { addMessages, knownKey } from '../../text/messages.ts';
import { targetSettingsMessages } from '../../text/target-settings-messages.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { ActResult, Steps } from '../../ui/act-result.tsx';
import { Section } from '../../ui/page.tsx';
import { useCheckNow } from './check-now.ts';

addMessages(targetSettingsMessages);

/** Tests the credentials and shows each step; for a feed, which has none, it checks the feed itself. */
export function CheckSection({ target: { id, feed } }: { target: Pick<Target, 'id' | 'feed'> }) {
  const { t } = useSpeech();
  const title = t(feed ? 'target.checkFeed' : 'target.check');
  const check = useAct({ run: () => api.targets.check(id), touches: [['target', id]], quiet: true });
  useCheckNow(() => check.mutate());
  return (
    <Section
      title={title}
      text={t(feed ? 'target.checkFeedText' : 'target.checkText')}
      actions={
        <ActButton variant="light" act={check}>
          {title}
        </ActButton>
      }
    >
      <ActResult act={check} running={t('target.checking')}>
        {({ ok: isGood, steps, server }) => (
          <>
            <Alert className={isGood ? 'tone-good' : 'tone-bad'} mb="md">
              {t(isGood ? 'target.checkGood' : 'target.checkBad')}
            </Alert>
            <Steps
              steps={steps.map(({ name, ok, message, warning }) => {
                const tone = toneOf(ok, warning);
                const meaning = knownKey(`check.${feed ? 'feed' : name}.${tone}`);
                return {
                  ...{ title: feed ? t('target.feed') : t(`check.${name}`), tone },
                  ...(meaning ? { text: t(meaning), said: message } : { text: message }),
                };
              })}
            />
            {server && <ServerFeatures server={server} />}
          </>
        )}
      </ActResult>
    </Section>
  );
}

function ServerFeatures({ server }: { server: NonNullable<TargetCheck['server']> }) {
  const { t } = useSpeech();
  return (
    <>
      <Text size="sm" fw={600} my="sm">
        {t('server.title')}
      </Text>
      <Steps
        steps={server.map(({ feature, supported, message }) => ({
          title: t(`server.${feature}`),
          text: t(`server.${feature}.${supported ? 'good' : 'warn'}`),
          said: message,
          tone: supported ? 'good' : 'warn',
        }))}
      />
    </>
  );
}

function toneOf(ok: boolean, warning = false) {
  if (!ok) return 'bad';
  return warning ? 'warn' : 'good';
}
