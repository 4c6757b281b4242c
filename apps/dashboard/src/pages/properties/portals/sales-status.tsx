import { useRef, useState } from 'react';
import type { Property, PropertyUpdate } from '@estate/client';
import { etagOf } from '@estate/client';
import { Button, Group, Loader, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useAct } from '../../../api/use-act.ts';
import { usePermissions } from '../../../api/rights.ts';
import { useSpeech } from '../../../text/language.tsx';
import type { MessageKey } from '../../../text/messages.ts';
import { FormErrors } from '../../../ui/form-errors.tsx';
import type { PortalRow } from './portal-row.ts';
import { SALES_STATES, questionFor } from './sales-question.ts';
import type { SalesQuestion, SalesState } from './sales-question.ts';

interface Props {
  property: Property;
  /** The portals on which the property is listed. */
  listed: readonly PortalRow[];
}

/** The sales status of the property, and its effect on the portals. */
export function SalesStatus(props: Props) {
  const state = stateOf(props.property);
  const isKept = state === 'sold' && props.property.onSold === 'keep';
  const explained = isKept ? 'sales.keptText' : (`sales.${state}Text` as const);
  const mayWrite = usePermissions().includes('write');
  if (!mayWrite) return <Explained state={state} text={explained} />;
  return <Choice {...props} state={state} explained={explained} />;
}

interface ChoiceProps extends Props {
  state: SalesState;
  explained: MessageKey;
}

/** A choice is not saved at once, because the arrow keys pass through all of them. */
function Choice({ property, listed, state, explained }: ChoiceProps) {
  const { t } = useSpeech();
  const choices = useRef<HTMLFieldSetElement>(null);
  const [wanted, setWanted] = useState<SalesState>();
  const save = useSaving(property.id, (saved) => {
    setWanted((now) => (now === stateOf(saved) ? undefined : now));
    // The button that had the focus disappears.
    if (choices.current?.contains(document.activeElement))
      choices.current.querySelector<HTMLInputElement>('input:checked')?.focus();
  });
  const chosen = wanted ?? state;
  const isTakenDown = property.onSold !== 'keep';
  return (
    <fieldset className="sales" ref={choices}>
      <legend>{t('sales.title')}</legend>
      <div className="sales-choices">
        {SALES_STATES.map((one) => (
          <label key={one} className="sales-choice">
            <input
              type="radio"
              name="sales-status"
              checked={chosen === one}
              onChange={() => setWanted(one)}
            />
            {t(`sales.${one}`)}
          </label>
        ))}
      </div>
      <div aria-live="polite">
        {chosen === state ? (
          <Text size="sm" c="dimmed">
            {t(explained)}
          </Text>
        ) : (
          <Unsaved
            question={questionFor(state, chosen, { isTakenDown, listed })}
            listed={listed}
            isSaving={save.isPending}
            save={() => save.mutate(chosen)}
          />
        )}
      </div>
      <FormErrors error={save.error} />
    </fieldset>
  );
}

function useSaving(id: string, then: (saved: Property) => void) {
  const { t } = useSpeech();
  const client = useQueryClient();
  return useAct({
    run: (salesStatus: SalesState) => saveStatus(id, salesStatus),
    touches: [['property', id], ['properties'], ['listings']],
    done: t('sales.saved'),
    quiet: true,
    then: (saved: Property) => {
      client.setQueryData(['property', id], saved);
      then(saved);
    },
  });
}

/** The read-only view. */
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

interface UnsavedProps extends Pick<Props, 'listed'> {
  question: SalesQuestion | undefined;
  isSaving: boolean;
  save: () => void;
}

/** Explains the effect of saving the chosen status, with the button that saves it. The button keeps the focus while it is saving. */
function Unsaved({ question, listed, isSaving, save }: UnsavedProps) {
  const { t } = useSpeech();
  return (
    <div
      className="sales-unsaved"
      {...(question && { role: 'group', 'aria-label': t(`sales.${question}Title`) })}
    >
      <Text size="sm">{t(question ? `sales.${question}Text` : 'sales.unsaved')}</Text>
      {question && (
        <ul className="plain-list">
          {listed.map(({ target, name }) => (
            <li key={target.id}>{name}</li>
          ))}
        </ul>
      )}
      <Group>
        <Button
          color={question === 'takeDown' ? 'red' : 'petrol'}
          aria-disabled={isSaving}
          leftSection={isSaving && <Loader size={14} color="currentColor" />}
          onClick={isSaving ? undefined : save}
        >
          {t(question ? `sales.${question}Confirm` : 'sales.save')}
        </Button>
      </Group>
    </div>
  );
}

/** A property without a status is available. */
const stateOf = ({ fields }: Property): SalesState =>
  SALES_STATES.find((one) => one === Reflect.get(fields, 'salesStatus')) ?? 'open';

/** Replaces the current property by one with another status. */
async function saveStatus(id: string, salesStatus: SalesState): Promise<Property> {
  const now = await api.properties.get(id);
  const { type, fields, attachments, links, contactId, onSold } = now;
  const update = {
    ...{ type, attachments, links },
    fields: { ...fields, salesStatus },
    ...(contactId !== undefined && { contactId }),
    ...(onSold !== undefined && { onSold }),
  };
  return api.properties.update(id, update as unknown as PropertyUpdate, { ifMatch: etagOf(now) });
}
