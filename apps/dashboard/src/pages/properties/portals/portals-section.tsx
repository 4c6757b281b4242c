import { useState } from 'react';
import type { Property, Target } from '@estate/client';
import { Text } from '@mantine/core';
import { useTargets } from '../../../api/names.ts';
import { usePermissions } from '../../../api/rights.ts';
import { useSpeech } from '../../../text/language.tsx';
import { addMessages } from '../../../text/messages.ts';
import { publishingMessages } from '../../../text/publishing-messages.ts';
import { ActButton, ActLink } from '../../../ui/act-button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/page.tsx';
import { AskDialog } from './ask-dialog.tsx';
import type { Wish } from './ask-dialog.tsx';
import { PortalItem } from './portal-item.tsx';
import { listedIn, readyIn } from './portal-row.ts';
import type { PortalRow } from './portal-row.ts';
import { SalesStatus } from './sales-status.tsx';
import { usePortalRows } from './use-portal-rows.ts';
import { usePublishing } from './use-publishing.ts';
import './portals.css';

addMessages(publishingMessages);

/** One row for each portal of the account, with the state of the property there. */
export function PortalsSection({ property }: { property: Property }) {
  return (
    <Loaded query={useTargets()}>
      {(targets) =>
        targets.length === 0 ? <NoPortals /> : <Portals property={property} targets={targets} />
      }
    </Loaded>
  );
}

function NoPortals() {
  const { t } = useSpeech();
  return (
    <Section title={t('portals.title')}>
      <div className="stack">
        <Text c="dimmed">{t('portals.none')}</Text>
        <div>
          <ActLink to="/targets/new">{t('portals.add')}</ActLink>
        </div>
      </div>
    </Section>
  );
}

function Portals({ property, targets }: { property: Property; targets: readonly Target[] }) {
  const { t } = useSpeech();
  const rows = usePortalRows(property, targets);
  const publishing = usePublishing(property.id);
  const [wish, setWish] = useState<Wish>();
  const mayWrite = usePermissions().includes('write');
  return (
    <Section
      title={t('portals.title')}
      actions={rows && mayWrite && <AllActions rows={rows} isBusy={publishing.isBusy} ask={setWish} />}
    >
      {rows ? (
        <div className="stack">
          <ul className="portal-rows">
            {rows.map((row) => (
              <PortalItem
                key={row.target.id}
                row={row}
                propertyId={property.id}
                isBusy={publishing.isBusy}
                refusal={publishing.refusals[row.target.id]}
                ask={setWish}
              />
            ))}
          </ul>
          <SalesStatus key={property.id} property={property} listed={listedIn(rows)} />
        </div>
      ) : (
        <Loading />
      )}
      <AskDialog wish={wish} close={() => setWish(undefined)} publishing={publishing} />
    </Section>
  );
}

interface AllProps {
  rows: readonly PortalRow[];
  isBusy: boolean;
  ask: (wish: Wish) => void;
}

function AllActions({ rows, isBusy, ask }: AllProps) {
  const { t } = useSpeech();
  const [ready, listed] = [readyIn(rows), listedIn(rows)];
  return (
    <>
      {listed.length > 0 && (
        <ActButton
          variant="default"
          className="danger"
          loading={isBusy}
          onClick={() => ask({ kind: 'takeDown', rows: listed })}
        >
          {t('portals.takeDownAll')}
        </ActButton>
      )}
      {(ready.length > 0 || listed.length === 0) && (
        <ActButton
          variant="light"
          loading={isBusy}
          whyNot={ready.length === 0 ? t('portals.noneReady') : undefined}
          onClick={() => ask({ kind: 'publish', rows: ready })}
        >
          {t('portals.publishAll', { count: ready.length })}
        </ActButton>
      )}
    </>
  );
}
