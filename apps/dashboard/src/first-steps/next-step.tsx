import { Anchor, Button, CloseButton, Text } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useSpeech } from '../text/language.tsx';
import { Icon } from '../ui/icons.tsx';
import { OutsideLink } from '../ui/outside-link.tsx';
import { STEPS, nextStepOf } from './setup.ts';
import type { Setup, Step } from './setup.ts';
import { useStepWords } from './step-words.ts';
import { useSetup } from './use-setup.ts';

/** The pages of the steps. Elsewhere, a line that arrives late would only move the content. */
const LEADS = /^\/(?:contacts|targets|properties|listings)\b/;

/** Leads a new account from page to page by the next step; the overview has the whole checklist. */
export function NextStep() {
  const { t } = useSpeech();
  const { pathname } = useLocation();
  const { setup, isHidden, setHidden } = useSetup();
  if (!setup || isHidden || !LEADS.test(pathname)) return null;
  const next = nextStepOf(setup);
  return (
    <section className="next-step" aria-label={t('steps.title')}>
      {next ? <Next step={next} setup={setup} /> : <AllDone setup={setup} />}
      <CloseButton
        size="sm"
        aria-label={t('steps.hide')}
        title={t('steps.hide')}
        onClick={() => setHidden(true)}
      />
    </section>
  );
}

function Next({ step, setup }: { step: Step; setup: Setup }) {
  const { t } = useSpeech();
  const { pathname } = useLocation();
  const { to, text, isBad = false } = useStepWords(setup)(step);
  const number = STEPS.indexOf(step) + 1;
  return (
    <>
      <div className="next-step-words">
        <Text size="sm">
          <Anchor component={Link} to="/" inherit underline="always">
            {t('steps.number', { number, count: STEPS.length })}
          </Anchor>
          : <strong>{t(`steps.${step}`)}</strong>
        </Text>
        <Text size="xs" {...(isBad ? { className: 'bad-text break' } : { c: 'dimmed' })}>
          {text}
        </Text>
      </div>
      {pathname !== to && (
        <Button component={Link} to={to} size="compact-sm">
          {t('steps.continue')}
        </Button>
      )}
    </>
  );
}

function AllDone({ setup }: { setup: Setup }) {
  const { t } = useSpeech();
  const { publicUrl } = setup.listing ?? {};
  return (
    <>
      <span className="good-text">
        <Icon name="check" size={20} />
      </span>
      <div className="next-step-words">
        <Text size="sm" fw={600}>
          {t('steps.onlineDone')}
        </Text>
        {publicUrl !== undefined && <OutsideLink href={publicUrl}>{t('steps.online')}</OutsideLink>}
      </div>
    </>
  );
}
