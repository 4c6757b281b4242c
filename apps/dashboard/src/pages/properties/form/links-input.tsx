import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { useSpeech } from '../../../text/language.tsx';
import { Icon } from '../../../ui/icons.tsx';
import type { IconName } from '../../../ui/icons.tsx';
import { moved } from './moved.ts';
import { nextRow } from './property-draft.ts';
import type { LinkDraft } from './property-draft.ts';

interface Props {
  links: readonly LinkDraft[];
  change: (links: readonly LinkDraft[]) => void;
  errorOf: (path: string) => string | undefined;
}

/** Web addresses with titles, which can be reordered. */
export function LinksInput(props: Props) {
  const { links, change } = props;
  const { t } = useSpeech();
  const add = () => {
    change([...links, nextRow(links)]);
    requestAnimationFrame(() => document.getElementById(`links.${String(links.length)}.url`)?.focus());
  };
  return (
    <div className="stack">
      {links.length > 0 && (
        <ol className="row-inputs">
          {links.map((link, index) => (
            <li key={link.row}>
              <Row {...props} link={link} index={index} />
            </li>
          ))}
        </ol>
      )}
      <Group>
        <Button variant="light" leftSection={<Icon name="plus" />} onClick={add}>
          {t('property.addLink')}
        </Button>
      </Group>
    </div>
  );
}

function Row({ link, index, ...props }: Props & { link: LinkDraft; index: number }) {
  const { t } = useSpeech();
  const { links, change, errorOf } = props;
  const name = t('property.link', { number: index + 1 });
  const at = `links.${String(index)}`;
  const set = (part: Partial<LinkDraft>) => {
    change(links.map((one) => (one.row === link.row ? { ...one, ...part } : one)));
  };
  return (
    <div role="group" aria-label={name} id={at} tabIndex={-1} className="row-input">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Tools name={name} index={index} links={links} change={change} />
      </Group>
      <div className="pair">
        <TextInput
          id={`${at}.url`}
          label={t('property.webAddress')}
          required
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={link.url}
          error={errorOf(`${at}.url`)}
          onChange={(event) => set({ url: event.currentTarget.value })}
        />
        <TextInput
          id={`${at}.title`}
          label={t('property.linkTitle')}
          autoComplete="off"
          value={link.title}
          error={errorOf(`${at}.title`)}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
      </div>
    </div>
  );
}

function Tools({
  name,
  index,
  links,
  change,
}: Pick<Props, 'links' | 'change'> & { name: string; index: number }) {
  const { t } = useSpeech();
  const tool = (icon: IconName, label: string, to: readonly LinkDraft[] | undefined) => (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={`${label}: ${name}`}
      disabled={to === undefined}
      onClick={() => to && change(to)}
    >
      <Icon name={icon} size={15} />
    </ActionIcon>
  );
  const isLast = index === links.length - 1;
  return (
    <Group gap={4} wrap="nowrap">
      {tool('up', t('property.moveUp'), index === 0 ? undefined : moved(links, index, index - 1))}
      {tool('down', t('property.moveDown'), isLast ? undefined : moved(links, index, index + 1))}
      {tool('cross', t('property.remove'), links.toSpliced(index, 1))}
    </Group>
  );
}
