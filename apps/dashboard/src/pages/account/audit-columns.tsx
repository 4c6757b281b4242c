import type { AuditEntry } from '@estate/client';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useSpeech } from '../../text/language.tsx';
import { addMessages, knownKey } from '../../text/messages.ts';
import { traceMessages } from '../../text/trace-messages.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/badge.tsx';
import { exactTimeColumn } from '../../ui/cells.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';
import { useActorColumn } from './actor-column.tsx';

addMessages(traceMessages);

const TONES: Record<AuditEntry['outcome'], Tone> = {
  started: 'busy',
  succeeded: 'good',
  refused: 'bad',
  failed: 'bad',
};

/** The page of the resource of an entry, if it has one. */
type PlaceOf = (entry: AuditEntry) => string | undefined;

export function useAuditColumns(placeOf: PlaceOf): Column<AuditEntry>[] {
  const { t } = useSpeech();
  const actor = useActorColumn<AuditEntry>((entry) => entry);
  return [
    {
      label: t('audit.action'),
      width: 'minmax(0, 3fr)',
      show: (entry) => <Done entry={entry} to={placeOf(entry)} />,
    },
    actor,
    {
      label: t('common.status'),
      width: 'minmax(120px, 1.5fr)',
      show: ({ outcome, code }) => (
        <div className="two-lines">
          <Badge tone={TONES[outcome]}>{t(`audit.${outcome}`)}</Badge>
          {code !== undefined && (
            <Text size="xs" c="dimmed" className="cut">
              {code}
            </Text>
          )}
        </div>
      ),
    },
    exactTimeColumn<AuditEntry>(t('events.time'), ({ at }) => at),
  ];
}

function Done({ entry, to }: { entry: AuditEntry; to: string | undefined }) {
  const { t } = useSpeech();
  const { action, resource, reason } = entry;
  const known = knownKey(`action.${action}`);
  const shownId = to === undefined ? resource.id : <ResourceLink to={to} id={resource.id} />;
  return (
    <div className="two-lines">
      <Text size="sm" fw={600} className="cut">
        {known ? t(known) : action}
      </Text>
      <Text size="xs" c="dimmed" className={reason === undefined ? 'cut' : 'break'}>
        {reason ?? shownId}
      </Text>
    </div>
  );
}

const ResourceLink = ({ to, id }: { to: string; id: string | undefined }) => (
  <Anchor component={Link} to={to} size="xs">
    {id}
  </Anchor>
);
