import { Alert, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Loading } from '../../ui/loading.tsx';
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
        <ActButton variant="light" loading={check.isPending} onClick={() => check.mutate(undefined)}>
          {t('target.check')}
        </ActButton>
      }
    >
      <div aria-live="polite">
        {check.isPending && (
          <>
            <Text size="sm">{t('target.checking')}</Text>
            <Loading />
          </>
        )}
        {check.error && <ErrorNote error={check.error} />}
        {check.data && (
          <>
            <Alert className={check.data.ok ? 'tone-good' : 'tone-bad'} mb="md">
              {t(check.data.ok ? 'target.checkGood' : 'target.checkBad')}
            </Alert>
            <ol className="steps">
              {check.data.steps.map(({ name, ok, message, warning = false }) => (
                <li key={name}>
                  <span className={toneOf(ok, warning)}>
                    <Icon name={warning ? 'warning' : ok ? 'check' : 'cross'} />
                  </span>
                  <div>
                    <Text size="sm" fw={600}>
                      {t(`check.${name}`)}
                    </Text>
                    <Text size="sm" c="dimmed" className="break">
                      {message}
                    </Text>
                  </div>
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </Section>
  );
}

const toneOf = (ok: boolean, warning: boolean): string => {
  if (!ok) return 'bad-text';
  return warning ? 'warn-text' : 'good-text';
};
