import type { AuditEntry } from '@estate/client';
import { Text } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import { useActorText } from '../../ui/actor-text.ts';
import type { Column } from '../../ui/virtual-rows.tsx';

type Acted = Partial<Pick<AuditEntry, 'actor' | 'address'>>;

/** A column with the actor and its IP address. */
export function useActorColumn<T extends object>(actedOf: (item: T) => Acted): Column<T> {
  const { t } = useSpeech();
  const actorText = useActorText();
  return {
    label: t('audit.actor'),
    width: 'minmax(0, 2fr)',
    show: (item) => {
      const { actor, address } = actedOf(item);
      return (
        <div className="two-lines">
          <Text size="sm" className="cut">
            {actorText(actor)}
          </Text>
          <Text size="xs" c="dimmed" className="cut">
            {address}
          </Text>
        </div>
      );
    },
  };
}
