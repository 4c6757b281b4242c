import type { ReactNode } from 'react';
import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { useSpeech } from '../../../text/language.tsx';
import { Icon } from '../../../ui/icons.tsx';
import type { IconName } from '../../../ui/icons.tsx';
import { nextRow } from './property-draft.ts';
import type { LinkDraft } from './property-draft.ts';

interface Props<T extends LinkDraft> {
  /** The path of the list as the API names it. */
  path: 'attachments' | 'links';
  rows: readonly T[];
  /** A further row, made of an empty one. */
  added: (row: LinkDraft) => T;
  change: (rows: readonly T[]) => void;
  errorOf: (path: string) => string | undefined;
  /** Further inputs of a row. */
  children?: (row: T, index: number, set: (part: Partial<T>) => void) => ReactNode;
}

const NAMES = {
  attachments: { row: 'property.attachment', add: 'property.addAttachment' },
  links: { row: 'property.link', add: 'property.addLink' },
} as const;

/** Web addresses with titles in an order that can be changed. */
export function RowsInput<T extends LinkDraft>(props: Props<T>) {
  const { path, rows, added, change } = props;
  const { t } = useSpeech();
  const add = () => {
    const row = added(nextRow(rows));
    change([...rows, row]);
    requestAnimationFrame(() => document.getElementById(`${path}.${String(rows.length)}.url`)?.focus());
  };
  return (
    <div className="stack">
      {rows.length > 0 && (
        <ol className="row-inputs">
          {rows.map((row, index) => (
            <li key={row.row}>
              <Row {...props} row={row} index={index} />
            </li>
          ))}
        </ol>
      )}
      <Group>
        <Button variant="light" leftSection={<Icon name="plus" />} onClick={add}>
          {t(NAMES[path].add)}
        </Button>
      </Group>
    </div>
  );
}

function Row<T extends LinkDraft>({ row, index, ...props }: Props<T> & { row: T; index: number }) {
  const { t } = useSpeech();
  const { path, rows, change, errorOf, children } = props;
  const name = t(NAMES[path].row, { number: index + 1 });
  const at = `${path}.${String(index)}`;
  const set = (part: Partial<T>) => {
    change(rows.map((one) => (one.row === row.row ? { ...one, ...part } : one)));
  };
  return (
    <div role="group" aria-label={name} id={at} tabIndex={-1} className="row-input">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Tools name={name} rows={rows} index={index} change={change} />
      </Group>
      <div className="pair">
        <TextInput
          id={`${at}.url`}
          label={t('property.webAddress')}
          required
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={row.url}
          error={errorOf(`${at}.url`)}
          onChange={(event) => set({ url: event.currentTarget.value } as Partial<T>)}
        />
        <TextInput
          id={`${at}.title`}
          label={t('property.attachmentTitle')}
          autoComplete="off"
          value={row.title}
          error={errorOf(`${at}.title`)}
          onChange={(event) => set({ title: event.currentTarget.value } as Partial<T>)}
        />
      </div>
      {children?.(row, index, set)}
    </div>
  );
}

interface ToolsProps<T> {
  name: string;
  rows: readonly T[];
  index: number;
  change: (rows: readonly T[]) => void;
}

function Tools<T>({ name, rows, index, change }: ToolsProps<T>) {
  const { t } = useSpeech();
  const moveTo = (place: number) => {
    const rest = rows.filter((_one, other) => other !== index);
    change([...rest.slice(0, place), ...rows.slice(index, index + 1), ...rest.slice(place)]);
  };
  const remove = () => {
    change(rows.filter((_one, other) => other !== index));
  };
  return (
    <Group gap={4} wrap="nowrap">
      <Tool
        icon="up"
        label={`${t('property.moveUp')}: ${name}`}
        off={index === 0}
        act={() => moveTo(index - 1)}
      />
      <Tool
        icon="down"
        label={`${t('property.moveDown')}: ${name}`}
        off={index === rows.length - 1}
        act={() => moveTo(index + 1)}
      />
      <Tool icon="cross" label={`${t('property.remove')}: ${name}`} act={remove} />
    </Group>
  );
}

interface ToolProps {
  icon: IconName;
  label: string;
  off?: boolean;
  act: () => void;
}

const Tool = ({ icon, label, off = false, act }: ToolProps) => (
  <ActionIcon variant="default" size="md" aria-label={label} disabled={off} onClick={act}>
    <Icon name={icon} size={15} />
  </ActionIcon>
);
