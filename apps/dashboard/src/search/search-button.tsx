import { Suspense, lazy, useEffect } from 'react';
import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { afterPage } from '../api/after-page.ts';
import { useSpeech } from '../text/language.tsx';
import { Icon } from '../ui/icons.tsx';

const loadDialog = async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog });
const SearchDialog = lazy(loadDialog);

interface Props {
  opened: boolean;
  open: () => void;
  close: () => void;
}

/** Opens the search, as Ctrl-K does, also from within a field. */
export function SearchButton({ opened, open, close }: Props) {
  const { t } = useSpeech();
  // Preloads the dialog, so that it opens at once.
  useEffect(() => {
    void afterPage().then(loadDialog);
  }, []);
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <Button
        variant="default"
        className="search-button"
        leftSection={<Icon name="search" size={16} />}
        onClick={open}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
      >
        <span className="search-words">{t('search.title')}</span>
        <kbd aria-hidden="true">{t('search.keys')}</kbd>
      </Button>
      <Suspense fallback={null}>{opened && <SearchDialog onClose={close} />}</Suspense>
    </>
  );
}
