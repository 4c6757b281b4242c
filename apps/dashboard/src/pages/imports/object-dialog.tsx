import type { ReactNode } from 'react';
import type { ImportObject } from '@estate/client';
import { Anchor, Modal, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { useSpeech } from '../../text/language.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { Fact } from '../../ui/facts.tsx';
import { Differences, Reading } from './object-reading.tsx';
import { ProblemItem } from './problem-item.tsx';

interface Props {
  object: ImportObject;
  title: string;
  onClose: () => void;
}

/** Everything about one object, in a dialog. */
export function ObjectDialog({ object, title, onClose }: Props) {
  const { t } = useSpeech();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="lg">
        <ObjectFacts object={object} />
        <Differences object={object} />
        <Problems object={object} />
        <Reading object={object} />
        <Unmapped object={object} />
      </Stack>
    </Modal>
  );
}

function ObjectFacts({ object }: { object: ImportObject }) {
  const { t } = useSpeech();
  const { title, provider, propertyId, contactId, listingIds = [], outcome, isMissing } = object;
  const facts: Fact[] = [
    [t('object.name'), title],
    [
      t('object.outcome'),
      isMissing ? `${t(`object.${outcome}`)} · ${t('object.missing')}` : t(`object.${outcome}`),
    ],
    [t('object.provider'), provider.name ?? provider.number ?? provider.id],
    [
      t('object.property'),
      outcome !== 'deleted' && link('/properties', propertyId, t('object.openProperty')),
    ],
    [t('object.contact'), link('/contacts', contactId, t('object.openContact'))],
    [t('object.listings'), listingIds.map((id) => link('/listings', id, t('object.openListing')))],
  ];
  return <Facts facts={facts.filter(([, value]) => !Array.isArray(value) || value.length > 0)} />;
}

const link = (path: string, id: string | undefined, label: string): ReactNode =>
  id !== undefined && (
    <Anchor key={id} component={Link} to={`${path}/${id}`} size="sm" display="block">
      {label}
    </Anchor>
  );

function Problems({ object: { problems } }: { object: ImportObject }) {
  const { t } = useSpeech();
  if (problems.length === 0) return null;
  return (
    <div>
      <Title order={3} mb="xs">
        {t('object.problems')}
      </Title>
      <ul className="plain-list">
        {problems.map((problem, index) => (
          <ProblemItem key={index} problem={problem} />
        ))}
      </ul>
    </div>
  );
}

function Unmapped({ object: { unmapped } }: { object: ImportObject }) {
  const { t } = useSpeech();
  if (unmapped.length === 0) return null;
  return (
    <div>
      <Title order={3}>{t('object.unmapped')}</Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('object.unmappedText')}
      </Text>
      <table className="data">
        <thead>
          <tr>
            <th>{t('object.field')}</th>
            <th>{t('object.value')}</th>
          </tr>
        </thead>
        <tbody>
          {unmapped.map(({ path, value }) => (
            <tr key={path}>
              <td className="break">
                <code>{path}</code>
              </td>
              <td className="break">
                <code>{value}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
