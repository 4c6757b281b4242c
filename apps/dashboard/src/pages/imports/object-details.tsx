import { Suspense, lazy } from 'react';
import type { ImportObject } from '@estate/client';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSpeech } from '../../text/language.tsx';
import { numberOf } from './object-number.ts';

const ObjectDialog = lazy(async () => ({ default: (await import('./object-dialog.tsx')).ObjectDialog }));

/** A button that shows everything about one object. */
export function ObjectDetails({ object }: { object: ImportObject }) {
  const { t } = useSpeech();
  const [isOpen, { open, close }] = useDisclosure(false);
  const title = t('object.detailsOf', { name: numberOf(object) });
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open} aria-label={title}>
        {t('object.details')}
      </Button>
      {isOpen && (
        <Suspense>
          <ObjectDialog object={object} title={title} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
