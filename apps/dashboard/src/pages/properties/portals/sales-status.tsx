import { useState } from 'react';
import type { Property, PropertyUpdate } from '@estate/client';
import { etagOf } from '@estate/client';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { api } from '../../../api/client.ts';
import { useAct } from '../../../api/use-act.ts';
import { usePermissions } from '../../../app/rights.ts';
import { useSpeech } from '../../../text/language.tsx';
import type { MessageKey } from '../../../text/messages.ts';
import { FormErrors } from '../../../ui/form-errors.tsx';
import type { PortalRow } from './portal-row.ts';

const STATES = ['open', 'reserved', 'sold'] as const;
type State = (typeof STATES)[number];

interface Props {
  property: Property;
  /** Where the property is listed. */
  listed: readonly PortalRow[];
}

/** Whether the property is still to be had, and what that does on the portals. */
export function SalesStatus({ property, listed }: Props) {
  const { t } = useSpeech();
  const [isAsking, setAsking] = useState(false);
  const mayWrite = usePermissions().includes('write');
  const { onSold } = property;
  const state = stateOf(property);
  const save = useAct({
    run: (salesStatus: State) => saveStatus(property.id, salesStatus),
    touches: [['property', property.id], ['properties'], ['listings']],
    done: t('sales.saved'),
    quiet: true,
  });
  const isTakenDown = onSold !== 'keep';
  const choose = (next: State) => {
    if (next === 'sold' && isTakenDown && listed.length > 0) setAsking(true);
    else save.mutate(next);
  };
  const explained = state === 'sold' && !isTakenDown ? 'sales.keptText' : (`sales.${state}Text` as const);
  if (!mayWrite) return <Explained state={state} text={explained} />;
  return (
    <fieldset className="sales" disabled={save.isPending}>
      <legend>{t('sales.title')}</legend>
      <div className="sales-choices">
        {STATES.map((one) => (
          <label key={one} className="sales-choice">
            <input type="radio" name="sales-status" checked={state === one} onChange={() => choose(one)} />
            {t(`sales.${one}`)}
          </label>
        ))}
      </div>
      <Text size="sm" c="dimmed">
        {t(explained)}
      </Text>
      <FormErrors error={save.error} />
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('sales.soldTitle')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <AskSold listed={listed} close={() => setAsking(false)} confirm={() => save.mutate('sold')} />
      </Modal>
    </fieldset>
  );
}

/** For who may not change it. */
function Explained({ state, text }: { state: State; text: MessageKey }) {
  const { t } = useSpeech();
  return (
    <div className="sales">
      <Text size="sm" fw={600}>
        {t('sales.title')}: {t(`sales.${state}`)}
      </Text>
      <Text size="sm" c="dimmed">
        {t(text)}
      </Text>
    </div>
  );
}

interface AskProps extends Pick<Props, 'listed'> {
  close: () => void;
  confirm: () => void;
}

function AskSold({ listed, close, confirm }: AskProps) {
  const { t } = useSpeech();
  const act = () => {
    close();
    confirm();
  };
  return (
    <Stack>
      <Text size="sm">{t('sales.soldText')}</Text>
      <ul className="plain-list">
        {listed.map(({ target, name }) => (
          <li key={target.id}>{name}</li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t('common.cancel')}
        </Button>
        <Button color="red" data-autofocus onClick={act}>
          {t('sales.soldConfirm')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Without a status, a property is to be had. */
const stateOf = ({ fields }: Property): State =>
  STATES.find((one) => one === Reflect.get(fields, 'salesStatus')) ?? 'open';

/** Replaces the property as it is now by one with another status. */
async function saveStatus(id: string, salesStatus: State): Promise<void> {
  const now = await api.properties.get(id);
  const { type, fields, attachments, links, contactId, onSold } = now;
  const update = {
    ...{ type, attachments, links },
    fields: { ...fields, salesStatus },
    ...(contactId !== undefined && { contactId }),
    ...(onSold !== undefined && { onSold }),
  };
  await api.properties.update(id, update as unknown as PropertyUpdate, { ifMatch: etagOf(now) });
}
