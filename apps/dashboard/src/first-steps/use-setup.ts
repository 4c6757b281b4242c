import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { LIST_MS, SLOW_MS } from '../api/polling.ts';
import { usePermissions } from '../api/rights.ts';
import { useSignedIn } from '../api/signed-in.ts';
import { firstStepsMessages } from '../text/first-steps-messages.ts';
import { addMessages } from '../text/messages.ts';
import { isSetUp, nextStepOf, readSetup } from './setup.ts';
import type { Setup } from './setup.ts';

addMessages(firstStepsMessages);

interface GuidedSetup {
  /** The visible checklist; undefined for an account that is set up, and for a user who may not change it. */
  setup: Setup | undefined;
  isHidden: boolean;
  setHidden: (isHidden: boolean) => void;
}

/** The progress of a new account, and whether it is shown; a hidden checklist is read only with `evenHidden`. */
export function useSetup({ evenHidden = false } = {}): GuidedSetup {
  const { account } = useSignedIn();
  const mayTake = usePermissions().includes('write');
  const [hidden, keep] = useLocalStorage({
    key: 'estate-first-steps-hidden',
    defaultValue: [],
    getInitialValueInEffect: false,
    serialize: (ids: string[]) => ids.join(' '),
    deserialize: (ids = '') => ids.split(' ').filter(Boolean),
  });
  const others = hidden.filter((id) => id !== account.id);
  const isHidden = others.length < hidden.length;
  const { data: setup } = useQuery({
    queryKey: ['setup'],
    queryFn: ({ signal }) => readSetup(signal),
    refetchInterval: ({ state: { data } }) => refreshMs(data),
    enabled: mayTake && (evenHidden || !isHidden),
  });
  return {
    setup: setup && mayTake && !isSetUp(setup, Date.now()) ? setup : undefined,
    isHidden,
    setHidden: (wanted) => keep(wanted ? [...others, account.id] : others),
  };
}

/** Only a portal's confirmation is polled for; every other change follows an action of the user. */
function refreshMs(setup: Setup | undefined): number | false {
  if (!setup) return SLOW_MS;
  if (isSetUp(setup, Date.now())) return false;
  const next = nextStepOf(setup);
  return next === 'listing' || next === 'online' ? LIST_MS : SLOW_MS;
}
