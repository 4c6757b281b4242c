import type { Setup, Step } from './setup.ts';
import { useSpeech } from '../text/language.tsx';
import { knownKey } from '../text/messages.ts';

export interface StepWords {
  /** The page of the step. */
  to: string;
  /** The next action, or its result. */
  text: string;
  isBad?: boolean;
}

/** The page and the present state of a step. */
export function useStepWords(setup: Setup): (step: Step) => StepWords {
  const { t } = useSpeech();
  const { property, listing } = setup;
  const target = useTargetWords(setup);
  const words: Record<Step, StepWords> = {
    contact: { to: '/contacts/new', text: t('steps.contactText') },
    target,
    property: { to: '/properties/new', text: t('steps.propertyText') },
    listing: {
      to: property ? `/properties/${property.id}` : '/properties',
      text: t('steps.listingText'),
    },
    online: {
      to: listing ? `/listings/${listing.id}` : '/listings',
      text: t(listing ? 'steps.onlineWaiting' : 'steps.onlineText'),
    },
  };
  return (step) => words[step];
}

/** A portal is connected once it has accepted the credentials. */
function useTargetWords({ target }: Setup): StepWords {
  const { t } = useSpeech();
  if (!target) return { to: '/targets/new', text: t('steps.targetText') };
  const to = `/targets/${target.id}`;
  const { authorizationStatus, lastCheck } = target;
  if (authorizationStatus !== undefined)
    return { to, text: t(`target.${authorizationStatus}Text`), isBad: authorizationStatus !== 'pending' };
  if (!lastCheck) return { to, text: t('steps.targetUnchecked') };
  if (lastCheck.ok) return { to, text: t('steps.targetChecked') };
  const step = knownKey(`check.${lastCheck.failedStep ?? ''}`);
  return { to, isBad: true, text: t('steps.targetFailed', { step: step ? t(step) : '–' }) };
}
