import { Suspense, lazy } from 'react';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import type { Target } from '@estate/client';
import { useTargetName } from '../../api/names.ts';
import { useSpeech } from '../../text/language.tsx';
import { SALES_STATES } from '../properties/portals/sales-question.ts';
import type { ManyAction, Settings } from './settings.ts';

const ContactChoice = lazy(async () => ({
  default: (await import('../../ui/contact-choice.tsx')).ContactChoice,
}));

interface Props {
  action: ManyAction;
  settings: Settings;
  change: (settings: Settings) => void;
  targets: readonly Target[];
}

/** The inputs for the settings of an action. */
export function SettingInputs({ action, settings, change, targets }: Props) {
  const { t } = useSpeech();
  if (action === 'publish') return <Portals settings={settings} change={change} targets={targets} />;
  if (action === 'takeDown' || action === 'retry')
    return <OnePortalOrAll settings={settings} change={change} targets={targets} />;
  if (action === 'setContact')
    return (
      <Suspense fallback={<TextInput label={t('property.contact')} disabled />}>
        <ContactChoice
          label={t('property.contact')}
          chosen={settings.contactId}
          onChoose={(contactId) => change({ ...settings, contactId })}
        />
      </Suspense>
    );
  return action === 'setSalesStatus' && <Sales settings={settings} change={change} />;
}

function Portals({ settings, change, targets }: Omit<Props, 'action'>) {
  const { t } = useSpeech();
  const targetName = useTargetName();
  const { targetIds } = settings;
  if (targets.length === 0) return <Text size="sm">{t('many.noPortals')}</Text>;
  const toggle = (id: string) =>
    change({
      ...settings,
      targetIds: targetIds.includes(id) ? targetIds.filter((one) => one !== id) : [...targetIds, id],
    });
  return (
    <fieldset className="choice-list">
      <legend>{t('many.onPortals')}</legend>
      {targets.map(({ id }) => (
        <label key={id}>
          <input type="checkbox" checked={targetIds.includes(id)} onChange={() => toggle(id)} />
          <span className="break">{targetName(id)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function OnePortalOrAll({ settings, change, targets }: Omit<Props, 'action'>) {
  const { t } = useSpeech();
  const targetName = useTargetName();
  return (
    <NativeSelect
      label={t('job.portal')}
      value={settings.targetIds[0] ?? ''}
      onChange={({ currentTarget: { value } }) =>
        change({ ...settings, targetIds: value === '' ? [] : [value] })
      }
      data={[
        { value: '', label: t('job.everywhere') },
        ...targets.map(({ id }) => ({ value: id, label: targetName(id) })),
      ]}
    />
  );
}

function Sales({ settings, change }: Pick<Props, 'settings' | 'change'>) {
  const { t } = useSpeech();
  return (
    <fieldset className="choice-list">
      <legend>{t('sales.title')}</legend>
      {SALES_STATES.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name="many-sales-status"
            checked={settings.salesStatus === one}
            onChange={() => change({ ...settings, salesStatus: one })}
          />
          {t(`sales.${one}`)}
        </label>
      ))}
    </fieldset>
  );
}
