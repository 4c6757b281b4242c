import type { ReactNode } from 'react';
import type { ImportSource, ImportSourceWithPassword } from '@estate/client';
import { Alert, Group, Text } from '@mantine/core';
import { useSpeech } from '../../../text/language.tsx';
import { Copy } from '../../../ui/copy.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Section } from '../../../ui/page.tsx';
import { PlainLoginsWarning } from './plain-logins.tsx';
import '../imports.css';

type ShownSource = ImportSource | ImportSourceWithPassword;

interface Setting {
  label: string;
  value: string;
  /** True for a value that the user types into the software. */
  isCopied?: boolean;
}

/** The settings for the estate software; the password is shown only right after it was created. */
export function SettingsSection({ source, actions }: { source: ShownSource; actions?: ReactNode }) {
  const { t } = useSpeech();
  const settings = useSettings(source);
  const lines = () => settings.map(({ label, value }) => `${label}: ${value}`).join('\n');
  return (
    <Section
      title={t('source.settings')}
      text={t('source.settingsText')}
      actions={
        <>
          <Copy text={lines} label={t('source.copyAll')} />
          {actions}
        </>
      }
    >
      {'password' in source && (
        <Alert className="tone-warn" icon={<Icon name="warning" />} mb="md" role="status">
          {t('source.passwordOnce')}
        </Alert>
      )}
      {source.allowPlainLogins === true && <PlainLoginsWarning />}
      <dl className="settings">
        {settings.map((setting) => (
          <SettingRow key={setting.label} setting={setting} />
        ))}
      </dl>
    </Section>
  );
}

function SettingRow({ setting: { label, value, isCopied = false } }: { setting: Setting }) {
  const { t } = useSpeech();
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Group gap="xs" justify="space-between" wrap="nowrap">
          {isCopied ? <code className="break">{value}</code> : <Text size="sm">{value}</Text>}
          {isCopied && <Copy text={value} name={t('source.copyOne', { label })} />}
        </Group>
      </dd>
    </div>
  );
}

function useSettings(source: ShownSource): Setting[] {
  const { t } = useSpeech();
  const { host, port, user, folder, passivePorts, secure } = source;
  const password = 'password' in source ? source.password : undefined;
  return [
    { label: t('source.host'), value: host, isCopied: true },
    { label: t('source.port'), value: String(port), isCopied: true },
    { label: t('source.user'), value: user, isCopied: true },
    {
      label: t('source.password'),
      value: password ?? t('source.passwordHidden'),
      isCopied: password !== undefined,
    },
    { label: t('source.folder'), value: folder, isCopied: true },
    { label: t('source.encryption'), value: t(secure ? 'source.tls' : 'source.noTls') },
    { label: t('source.passiveMode'), value: t('source.passiveModeText') },
    { label: t('source.passive'), value: `${String(passivePorts.from)}–${String(passivePorts.to)}` },
    { label: t('source.format'), value: t('source.formatText') },
  ];
}
