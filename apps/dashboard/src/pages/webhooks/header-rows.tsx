import { ActionIcon, Button, Fieldset, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import { Icon } from '../../ui/icons.tsx';
import type { HeaderDraft } from './webhook-draft.ts';

interface Props {
  headers: readonly HeaderDraft[];
  change: (headers: readonly HeaderDraft[]) => void;
  error: string | undefined;
}

/** The customer's own headers; their values are shown on request only. */
export function HeaderRows({ headers, change, error }: Props) {
  const { t } = useSpeech();
  const set = (row: number, part: Partial<HeaderDraft>) => {
    change(headers.map((one) => (one.row === row ? { ...one, ...part } : one)));
  };
  const add = () => {
    change([...headers, { row: Math.max(-1, ...headers.map(({ row }) => row)) + 1, name: '', value: '' }]);
  };
  return (
    <Fieldset legend={t('webhook.headers')} className="form">
      <Text size="xs" c="dimmed">
        {t('webhook.headersText')}
      </Text>
      {headers.map((header, index) => (
        <HeaderRow
          key={header.row}
          header={header}
          number={index + 1}
          set={(part) => set(header.row, part)}
          remove={() => change(headers.filter((one) => one.row !== header.row))}
        />
      ))}
      {error !== undefined && (
        <Text size="sm" className="bad-text" role="alert">
          {error}
        </Text>
      )}
      <Group>
        <Button variant="light" leftSection={<Icon name="plus" />} onClick={add}>
          {t('webhook.headerAdd')}
        </Button>
      </Group>
    </Fieldset>
  );
}

interface RowProps {
  header: HeaderDraft;
  number: number;
  set: (part: Partial<HeaderDraft>) => void;
  remove: () => void;
}

function HeaderRow({ header: { name, value }, number, set, remove }: RowProps) {
  const { t } = useSpeech();
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <div className="pair header-pair">
        <TextInput
          label={t('webhook.headerName', { number })}
          autoComplete="off"
          value={name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <PasswordInput
          label={t('webhook.headerValue', { number })}
          autoComplete="off"
          value={value}
          onChange={(event) => set({ value: event.currentTarget.value })}
          visibilityToggleButtonProps={{ 'aria-label': t('common.show') }}
        />
      </div>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('webhook.headerRemove', { number })}
        onClick={remove}
      >
        <Icon name="cross" size={15} />
      </ActionIcon>
    </Group>
  );
}
