import { ActionIcon, Button, Group } from '@mantine/core';
import { useSpeech } from '../../../text/language.tsx';
import { Icon } from '../../../ui/icons.tsx';
import type { IconName } from '../../../ui/icons.tsx';
import type { AttachmentDraft } from '../form/property-draft.ts';
import { isPdf } from './portal-limits.ts';
import type { usePhotos } from './use-photos.ts';

interface Props {
  row: AttachmentDraft;
  index: number;
  photos: ReturnType<typeof usePhotos>;
}

/** Actions on an attachment by keyboard or touch. */
export function PhotoTools({ row, index, photos: { rows, move, remove } }: Props) {
  const { t } = useSpeech();
  const name = t('property.attachment', { number: index + 1 });
  const moveTo = (place: number, tool: string) => {
    move(index, place);
    // A moved card loses the focus.
    requestAnimationFrame(() => focusOn(place, tool));
  };
  const isLast = index === rows.length - 1;
  return (
    <Group gap={4} justify="space-between" wrap="nowrap" className="photo-tools">
      <Group gap={4} wrap="nowrap">
        <Tool
          icon="left"
          tool="earlier"
          off={index === 0}
          act={() => moveTo(index - 1, 'earlier')}
          name={name}
        />
        <Tool icon="right" tool="later" off={isLast} act={() => moveTo(index + 1, 'later')} name={name} />
      </Group>
      {index > 0 && !isPdf(row) && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`${t('photos.makeTitle')}: ${name}`}
          onClick={() => moveTo(0, 'later')}
        >
          {t('property.titlePicture')}
        </Button>
      )}
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={`${t('property.remove')}: ${name}`}
        onClick={() => remove(row, index)}
      >
        <Icon name="cross" size={15} />
      </ActionIcon>
    </Group>
  );
}

/** The tool of a card; the card itself if the tool is disabled there. */
function focusOn(place: number, tool: string): void {
  const card = document.getElementById(`attachments.${String(place)}`);
  const button = card?.querySelector<HTMLButtonElement>(`[data-tool="${tool}"]:not(:disabled)`);
  (button ?? card)?.focus();
}

interface ToolProps {
  icon: IconName;
  tool: 'earlier' | 'later';
  name: string;
  off: boolean;
  act: () => void;
}

function Tool({ icon, tool, name, off, act }: ToolProps) {
  const { t } = useSpeech();
  return (
    <ActionIcon
      variant="default"
      size="lg"
      data-tool={tool}
      aria-label={`${t(`photos.${tool}`)}: ${name}`}
      disabled={off}
      onClick={act}
    >
      <Icon name={icon} size={15} />
    </ActionIcon>
  );
}
