import { useApiKeys } from '../../api/api-keys.ts';
import { useSpeech } from '../../text/language.tsx';

/** A filter by actor. */
export function useActorChoice() {
  const { t } = useSpeech();
  const { data: keys = [] } = useApiKeys();
  return {
    name: 'actorId',
    label: t('audit.actor'),
    options: keys.map(({ id, name, lastFour }) => ({ value: id, label: `${name} (…${lastFour})` })),
  };
}
