import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Alert, Button, Group, Text } from '@mantine/core';
import type { Property } from '@estate/client';
import { useSpeech } from '../../../text/language.tsx';
import { addMessages } from '../../../text/messages.ts';
import { photoMessages } from '../../../text/photo-messages.ts';
import { Icon } from '../../../ui/icons.tsx';
import { UNSAVED_PLACE } from '../form/form-sections.ts';
import type { KeptDraft } from '../form/kept-drafts.ts';
import { AddFiles, RejectedFiles } from './add-files.tsx';
import { PhotoCard } from './photo-card.tsx';
import type { CardAround } from './photo-card.tsx';
import { PortalLimits } from './portal-limits-section.tsx';
import { usePortalEffects } from './use-portal-effects.ts';
import { UploadSummary } from './upload-summary.tsx';
import { usePhotos } from './use-photos.ts';
import { useUnsaved } from './use-unsaved.ts';
import './photos.css';

addMessages(photoMessages);

interface Props extends Pick<KeptDraft, 'files'> {
  property: Property | undefined;
  errorOf: (path: string) => string | undefined;
}

/** Photos, floor plans and documents of a property: adds, reorders, names and removes them. */
export function Photos({ files, property, errorOf }: Props) {
  const { t } = useSpeech();
  const photos = usePhotos(files);
  const unsaved = useUnsaved(files);
  const { rows, states } = photos;
  const effects = usePortalEffects(rows);
  const [dragged, setDragged] = useState<number>();
  const around: CardAround = { photos, property, errorOf, dragged, setDragged };
  return (
    <div
      className="stack"
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        // A file that is dropped outside of the zone would replace the page.
        if (event.defaultPrevented || event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        photos.add([...event.dataTransfer.files]);
      }}
    >
      <UnsavedNote {...unsaved} />
      <AddFiles photos={photos} />
      <RejectedFiles files={photos.rejected} />
      <UploadSummary rows={rows} states={states} />
      {rows.length > 1 && (
        <Text size="sm" c="dimmed">
          {t('photos.order')}
        </Text>
      )}
      {rows.length > 0 && (
        <ol className="pictures photo-cards">
          {rows.map((row, index) => (
            <PhotoCard key={row.row} row={row} index={index} effects={effects.ofFile(index)} {...around} />
          ))}
        </ol>
      )}
      <RemovedNote photos={photos} />
      <PortalLimits portals={effects.portals} />
      <span className="sr-only" aria-live="polite">
        {photos.said}
      </span>
    </div>
  );
}

function RemovedNote({ photos: { removed, undo, labelOf } }: { photos: ReturnType<typeof usePhotos> }) {
  const { t } = useSpeech();
  const last = removed.at(-1);
  if (!last) return null;
  const name = labelOf(last.row, last.index);
  const count = removed.length - 1;
  return (
    <Alert role="status" p="xs">
      <Group justify="space-between" gap="xs">
        <span className="break">
          {t(count === 0 ? 'photos.removed' : 'photos.removedMore', { name, count })}
        </span>
        <Button variant="default" size="compact-sm" onClick={undo}>
          {t('photos.undo')}
        </Button>
      </Group>
    </Alert>
  );
}

function UnsavedNote({ earlier, restore, forget }: ReturnType<typeof useUnsaved>) {
  const { t } = useSpeech();
  const place = document.getElementById(UNSAVED_PLACE);
  if (!earlier || !place) return null;
  const { uploaded, lost } = earlier;
  // Shown at the top of the form, because this part of it is far below.
  return createPortal(
    <Alert role="status" className="tone-warn" icon={<Icon name="warning" />} title={t('photos.unsaved')}>
      {uploaded.length > 0 && (
        <Text size="sm">{t('photos.unsavedUploaded', { count: uploaded.length })}</Text>
      )}
      {lost > 0 && <Text size="sm">{t('photos.unsavedLost', { count: lost })}</Text>}
      <Group gap="xs" mt="xs">
        {uploaded.length > 0 && (
          <Button size="compact-sm" onClick={restore}>
            {t('photos.addAgain')}
          </Button>
        )}
        <Button variant="default" size="compact-sm" onClick={forget}>
          {t(uploaded.length > 0 ? 'property.discard' : 'common.close')}
        </Button>
      </Group>
    </Alert>,
    place,
  );
}
