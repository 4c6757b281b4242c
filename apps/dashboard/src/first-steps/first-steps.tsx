import { Anchor, Button, Progress, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useSpeech } from '../text/language.tsx';
import { Icon } from '../ui/icons.tsx';
import { OutsideLink } from '../ui/outside-link.tsx';
import { Section } from '../ui/page.tsx';
import { STEPS, nextStepOf } from './setup.ts';
import type { Setup, Step } from './setup.ts';
import { useStepWords } from './step-words.ts';
import { useSetup } from './use-setup.ts';

/** The checklist up to the first object on a portal, until that is done or the user hides it. */
export function FirstSteps() {
  const { setup, isHidden, setHidden } = useSetup();
  if (!setup || isHidden) return null;
  return <Checklist setup={setup} onHide={() => setHidden(true)} />;
}

/** Shows the hidden checklist again, as long as the account is new. */
export function ShowFirstSteps() {
  const { t } = useSpeech();
  const { setup, isHidden, setHidden } = useSetup({ evenHidden: true });
  if (!setup || !isHidden) return null;
  return (
    <Button variant="default" onClick={() => setHidden(false)}>
      {t('steps.show')}
    </Button>
  );
}

function Checklist({ setup, onHide }: { setup: Setup; onHide: () => void }) {
  const { t } = useSpeech();
  const done = STEPS.filter((step) => setup.done[step]).length;
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
          <StepItem key={step} step={step} setup={setup} />
        ))}
      </ol>
      <Text size="sm" c="dimmed" mt="md">
        {t('steps.software')}{' '}
        <Anchor component={Link} to="/webhooks/new" inherit underline="always">
          {t('steps.webhook')}
        </Anchor>
      </Text>
    </Section>
  );
}

function StepItem({ step, setup }: { step: Step; setup: Setup }) {
  const { t } = useSpeech();
  const { to, text, isBad = false } = useStepWords(setup)(step);
  const isDone = setup.done[step];
  return (
    <li aria-current={step === nextStepOf(setup) ? 'step' : undefined}>
      <span className={isDone ? 'step-mark tone-good' : 'step-mark tone-calm'}>
        <Icon name={isDone ? 'check' : 'dash'} size={16} />
        <span className="sr-only">{t(isDone ? 'steps.done' : 'steps.open')}: </span>
      </span>
      <div>
        {isDone ? (
          <Done step={step} setup={setup} />
        ) : (
          <>
            <Anchor component={Link} to={to} size="sm" fw={600}>
              {t(`steps.${step}`)}
            </Anchor>
            <Text size="sm" {...(isBad ? { className: 'bad-text break' } : { c: 'dimmed' })}>
              {text}
            </Text>
          </>
        )}
      </div>
    </li>
  );
}

/** A completed step, with the object on the portal at the end. */
function Done({ step, setup }: { step: Step; setup: Setup }) {
  const { t } = useSpeech();
  const { publicUrl } = setup.listing ?? {};
  return (
    <Text size="sm" c="dimmed">
      {t(`steps.${step}Done`)}{' '}
      {step === 'online' && publicUrl !== undefined && (
        <OutsideLink href={publicUrl}>{t('steps.online')}</OutsideLink>
      )}
    </Text>
  );
}
