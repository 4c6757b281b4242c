import { Alert } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { ActResult, Steps } from '../../ui/act-result.tsx';
import { Section } from '../../ui/page.tsx';

/** Tries the credentials and shows how far that went. */
export function CheckSection({ id }: { id: string }) {
  const { t } = useSpeech();
  const check = useAct({ run: () => api.targets.check(id), touches: [['target', id]], quiet: true });
  return (
    <Section
      title={t('target.check')}
      text={t('target.checkText')}
      actions={
        <ActButton variant="light" act={check}>
          {t('target.check')}
        </ActButton>
      }
    >
      <ActResult act={check} running={t('target.checking')}>
        {({ ok: isGood, steps }) => (
          <>
            <Alert className={isGood ? 'tone-good' : 'tone-bad'} mb="md">
              {t(isGood ? 'target.checkGood' : 'target.checkBad')}
            </Alert>
            <Steps
              steps={steps.map(({ name, ok, message, warning }) => ({
                title: t(`check.${name}`),
                text: message,
                tone: toneOf(ok, warning),
              }))}
            />
          </>
        )}
      </ActResult>
    </Section>
  );
}

function toneOf(ok: boolean, warning = false) {
  if (!ok) return 'bad';
  return warning ? 'warn' : 'good';
}
