import { useState } from 'react';
import { ApiError } from '@estate/client';
import { Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import { addMessages } from '../../text/messages.ts';
import type { MessageKey } from '../../text/messages.ts';
import { targetSettingsMessages } from '../../text/target-settings-messages.ts';
import { useFieldError } from '../../ui/form-errors.tsx';
import { NightlyFields } from './nightly-fields.tsx';
import {
  CHOICE_NAMES,
  FURTHER_FILES,
  PRESET_NAMES,
  PRESETS,
  SETTING_CHOICES,
  SETTING_NUMBERS,
  SETTING_SWITCHES,
  SETTING_TEXTS,
  settingsDraftOf,
  withFiles,
} from './settings-draft.ts';
import type { Preset, SettingsDraft } from './settings-draft.ts';

addMessages(targetSettingsMessages);

interface Props {
  settings: SettingsDraft;
  onChange: (settings: SettingsDraft) => void;
  error: unknown;
}

/** The purpose of a new target, which sets the initial values. */
export function PresetField({ onChange, defaults }: Pick<Props, 'onChange'> & { defaults: object }) {
  const { t } = useSpeech();
  const [preset, setPreset] = useState<Preset>('portal');
  return (
    <NativeSelect
      label={t('preset.label')}
      description={t(`preset.${preset}Text`)}
      value={preset}
      data={PRESET_NAMES.map((value) => ({ value, label: t(`preset.${value}`) }))}
      onChange={(event) => {
        const chosen = PRESET_NAMES.find((name) => name === event.currentTarget.value);
        if (!chosen) return;
        setPreset(chosen);
        onChange(settingsDraftOf({ ...defaults, ...PRESETS[chosen] }));
      }}
    />
  );
}

/** Settings that most users leave unchanged; unfolded if one of them was refused. */
export function SettingsFields(props: Props) {
  const { t } = useSpeech();
  const isRefused = useHasError(props.error);
  return (
    <details className="card" open={isRefused || undefined}>
      <summary>{t('setting.title')}</summary>
      <div className="form">
        <Text size="sm" c="dimmed">
          {t('setting.text')}
        </Text>
        <Texts {...props} />
        <Choices {...props} />
        {props.settings.transfer === 'full' && <NightlyFields {...props} />}
        <Files {...props} />
      </div>
    </details>
  );
}

const useHasError = (error: unknown): boolean =>
  error instanceof ApiError && error.details.some(({ path }) => path.startsWith('settings'));

function Texts({ settings, onChange, error }: Props) {
  const { t } = useSpeech();
  const fieldError = useFieldError(error);
  return SETTING_TEXTS.map((name) => (
    <TextInput
      key={name}
      label={t(`setting.${name}`)}
      description={t(`setting.${name}Text`)}
      autoComplete="off"
      value={settings[name]}
      error={fieldError(`settings.${name}`)}
      onChange={(event) => onChange({ ...settings, [name]: event.currentTarget.value })}
    />
  ));
}

function Choices({ settings, onChange, error }: Props) {
  const { t } = useSpeech();
  const fieldError = useFieldError(error);
  return CHOICE_NAMES.map((name) => (
    <NativeSelect
      key={name}
      label={t(`setting.${name}`)}
      value={settings[name]}
      error={fieldError(`settings.${name}`)}
      data={SETTING_CHOICES[name].map((value) => ({
        value,
        label: t(`setting.${name}.${value}` as MessageKey),
      }))}
      onChange={(event) => onChange({ ...settings, [name]: event.currentTarget.value })}
    />
  ));
}

function Files({ settings, onChange, error }: Props) {
  const { t } = useSpeech();
  const fieldError = useFieldError(error);
  return (
    <>
      <Checkbox.Group
        label={t('setting.attachmentTypes')}
        description={t('setting.attachmentTypesText')}
        value={settings.attachmentTypes ?? []}
        error={fieldError('settings.attachmentTypes')}
      >
        <Stack gap="xs" mt="xs">
          {FURTHER_FILES.map((type) => (
            <Checkbox
              key={type}
              value={type}
              label={type.split('/')[1]?.toUpperCase()}
              onChange={() => onChange(withFiles(settings, type))}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {SETTING_NUMBERS.map((name) => (
        <TextInput
          key={name}
          label={t(`setting.${name}`)}
          placeholder={t('setting.noLimit')}
          inputMode="numeric"
          autoComplete="off"
          value={settings[name]}
          error={fieldError(`settings.${name}`)}
          onChange={(event) => onChange({ ...settings, [name]: event.currentTarget.value })}
        />
      ))}
      {SETTING_SWITCHES.map((name) => (
        <Checkbox
          key={name}
          label={t(`setting.${name}`)}
          checked={settings[name] ?? true}
          onChange={(event) => onChange({ ...settings, [name]: event.currentTarget.checked })}
        />
      ))}
    </>
  );
}
