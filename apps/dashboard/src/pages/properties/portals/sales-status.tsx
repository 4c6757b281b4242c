import { useState } from 'react';
import type { Property, PropertyUpdate } from '@estate/client';
import { etagOf } from '@estate/client';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { api } from '../../../api/client.ts';
import { useAct } from '../../../api/use-act.ts';
import { usePermissions } from '../../../api/rights.ts';
import { useSpeech } from '../../../text/language.tsx';
import type { MessageKey } from '../../../text/messages.ts';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import type { PortalRow } from './portal-row.ts';
import { SALES_STATES, questionFor } from './sales-question.ts';
import type { SalesQuestion, SalesState } from './sales-question.ts';

interface Props {
  property: Property;
  /** The portals on which the property is listed. */
  listed: readonly PortalRow[];
}

/** A status that was chosen, and is saved once the question is answered. */
interface Asked {
  next: SalesState;
  question: SalesQuestion;
}

/** The sales status of the property, and its effect on the portals. */
export function SalesStatus({ property, listed }: Props) {
  const { t } = useSpeech();
  const [asked, setAsked] = useState<Asked>();
  const mayWrite = usePermissions().includes('write');
  const { onSold } = property;
  const state = stateOf(property);
  const save = useAct({
    run: (salesStatus: SalesState) => saveStatus(property.id, salesStatus),
    touches: [['property', property.id], ['properties'], ['listings']],
    done: t('sales.saved'),
    quiet: true,
  });
  const isTakenDown = onSold !== 'keep';
  const close = () => setAsked(undefined);
  const choose = (next: SalesState) => {
    const question = questionFor(state, next, { isTakenDown, listed });
    if (question) setAsked({ next, question });
    else save.mutate(next);
  };
  const explained = state === 'sold' && !isTakenDown ? 'sales.keptText' : (`sales.${state}Text` as const);
  if (!mayWrite) return <Explained state={state} text={explained} />;
  return (
    <fieldset className="sales" disabled={save.isPending}>
      <legend>{t('sales.title')}</legend>
      <div className="sales-choices">
        {SALES_STATES.map((one) => (
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
      <AskDialog asked={asked} listed={listed} close={close} confirm={save.mutate} />
    </fieldset>
  );
}

/** For who may not change it. */
function Explained({ state, text }: { state: SalesState; text: MessageKey }) {
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
  confirm: (next: SalesState) => void;
}

function AskDialog({ asked, ...props }: AskProps & { asked: Asked | undefined }) {
  const { t } = useSpeech();
  return (
    <Modal
      opened={asked !== undefined}
      onClose={props.close}
      title={asked && t(`sales.${asked.question}Title`)}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {asked && <Question asked={asked} {...props} />}
    </Modal>
  );
}

function Question({ asked: { next, question }, listed, close, confirm }: AskProps & { asked: Asked }) {
  const { t } = useSpeech();
  const act = () => {
    close();
    confirm(next);
  };
  return (
    <Stack>
      <Text size="sm">{t(`sales.${question}Text`)}</Text>
      <ul className="plain-list">
        {listed.map(({ target, name }) => (
          <li key={target.id}>{name}</li>
        ))}
      </ul>
      <DialogButtons close={close} dangerous={question !== 'publish'}>
        {(button) => (
          <Button {...button} onClick={act}>
            {t(`sales.${question}Confirm`)}
          </Button>
        )}
      </DialogButtons>
    </Stack>
  );
}

/** Without a status, a property is to be had. */
const stateOf = ({ fields }: Property): SalesState =>
  SALES_STATES.find((one) => one === Reflect.get(fields, 'salesStatus')) ?? 'open';

/** Replaces the property as it is now by one with another status. */
async function saveStatus(id: string, salesStatus: SalesState): Promise<void> {
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
