import { useState } from 'react';
import { Anchor, Button, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { SLOW_MS } from '../../api/polling.ts';
import { usePermissions } from '../../app/rights.ts';
import { useSignedIn } from '../../app/session-gate.tsx';
import { useSpeech } from '../../text/language.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Section } from '../../ui/page.tsx';
import { STEPS, hiddenSteps, isSetUp, readSetup } from './setup.ts';
import type { Setup, Step } from './setup.ts';

const PLACES: Record<Step, string> = {
  contact: '/contacts/new',
  target: '/targets/new',
  property: '/properties/new',
  listing: '/listings/new',
  webhook: '/webhooks/new',
};

/** The way to the first publication, until every step is done or the reader hides it. */
export function FirstSteps() {
  const { account } = useSignedIn();
  const mayTake = usePermissions().includes('write');
  const [isHidden, setHidden] = useState(() => hiddenSteps.isHidden(account.id));
  const { data: setup } = useQuery({
    queryKey: ['setup'],
    queryFn: ({ signal }) => readSetup(signal),
    refetchInterval: SLOW_MS,
    enabled: !isHidden && mayTake,
  });
  if (!setup || !mayTake || isHidden || isSetUp(setup)) return null;
  const hide = () => {
    hiddenSteps.hide(account.id);
    setHidden(true);
  };
  return <Checklist setup={setup} onHide={hide} />;
}

export function Checklist({ setup, onHide }: { setup: Setup; onHide: () => void }) {
  const { t } = useSpeech();
  const done = STEPS.filter((step) => setup[step]).length;
  const next = STEPS.find((step) => !setup[step]);
  const progress = t('steps.progress', { done, count: STEPS.length });
  return (
    <Section
      title={t('steps.title')}
      text={progress}
      actions={
        <Button variant="subtle" color="gray" size="compact-sm" className="quiet" onClick={onHide}>
          {t('steps.hide')}
        </Button>
      }
    >
      <Progress value={(100 * done) / STEPS.length} aria-label={progress} size="sm" mb="md" />
      <ol className="first-steps">
        {STEPS.map((step) => (
          <li key={step} aria-current={step === next ? 'step' : undefined}>
            <span className={setup[step] ? 'step-mark tone-good' : 'step-mark tone-calm'}>
              <Icon name={setup[step] ? 'check' : 'dash'} size={16} />
              <span className="sr-only">{t(setup[step] ? 'steps.done' : 'steps.open')}: </span>
            </span>
            <div>
              {setup[step] ? (
                <Text size="sm" c="dimmed">
                  {t(`steps.${step}`)}
                </Text>
              ) : (
                <>
                  <Anchor component={Link} to={PLACES[step]} size="sm" fw={600}>
                    {t(`steps.${step}`)}
                  </Anchor>
                  <Text size="sm" c="dimmed">
                    {t(`steps.${step}Text`)}
                  </Text>
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
