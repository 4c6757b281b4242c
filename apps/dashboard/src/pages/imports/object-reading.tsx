import type { ReactNode } from 'react';
import type { ImportObject } from '@estate/client';
import { Text, Title } from '@mantine/core';
import { usePropertyType } from '../../api/property-types.ts';
import { fieldAt } from '../../fields/field-at.ts';
import { useFieldTexts } from '../../fields/use-field-texts.ts';
import { useSpeech } from '../../text/language.tsx';

type Value = NonNullable<ImportObject['read']>[number]['value'];

/** The published fields of an object, next to the values of the document. */
export function Reading({ object: { type, read } }: { object: ImportObject }) {
  const { t } = useSpeech();
  const { labelOf, textOf } = useShown(type);
  if (!read) return null;
  return (
    <Table title={t('object.read')} text={t('object.readText')} heads={['published', 'document']}>
      {read.map(({ field, value, path, text }) => (
        <tr key={field}>
          <td>{labelOf(field)}</td>
          <td className="break">{textOf(field, value)}</td>
          <td className="break">
            {path === undefined ? (
              <Text size="sm" c="dimmed">
                {t('object.concluded')}
              </Text>
            ) : (
              <>
                <code>{text}</code>
                <Text size="xs" c="dimmed">
                  <code>{path}</code>
                </Text>
              </>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** The changes that other settings would make. */
export function Differences({ object: { type, differences } }: { object: ImportObject }) {
  const { t } = useSpeech();
  const { labelOf, textOf } = useShown(type);
  if (!differences) return null;
  const shown = (field: string, value: Value | undefined) =>
    value === undefined ? t('object.noValue') : textOf(field, value);
  return (
    <Table title={t('object.differences')} heads={['before', 'after']}>
      {differences.map(({ field, before, after }) => (
        <tr key={field}>
          <td>{labelOf(field)}</td>
          <td className="break">{shown(field, before)}</td>
          <td className="break">{shown(field, after)}</td>
        </tr>
      ))}
    </Table>
  );
}

interface TableProps {
  title: string;
  text?: string;
  heads: readonly ('published' | 'document' | 'before' | 'after')[];
  children: ReactNode;
}

function Table({ title, text, heads, children }: TableProps) {
  const { t } = useSpeech();
  return (
    <div>
      <Title order={3} mb="xs">
        {title}
      </Title>
      {text !== undefined && (
        <Text size="sm" c="dimmed" mb="xs">
          {text}
        </Text>
      )}
      <table className="data">
        <thead>
          <tr>
            <th>{t('object.field')}</th>
            {heads.map((head) => (
              <th key={head}>{t(`object.${head}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Fields and values as in the form of a property; by their names in the API if the form has no such field. */
function useShown(typeName: ImportObject['type']) {
  const texts = useFieldTexts();
  const { data: type } = usePropertyType(typeName);
  const found = (field: string) => (type ? fieldAt(type, field) : undefined);
  const plain = (value: Value) => (Array.isArray(value) ? value.join(', ') : String(value));
  return {
    labelOf: (field: string): string => {
      const described = found(field);
      return described ? texts.labelOf(described) : field;
    },
    textOf: (field: string, value: Value): string => {
      const described = found(field);
      return described ? texts.valueText(described, value) : plain(value);
    },
  };
}
