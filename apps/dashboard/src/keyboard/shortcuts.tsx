import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { pathOf } from '../ui/places.ts';
import { QUIET } from '../ui/switches.tsx';
import { useSpeech } from '../text/language.tsx';
import { Icon } from '../ui/icons.tsx';
import { KeyReader } from './key-reader.ts';
import type { Action } from './key-reader.ts';
import { mayFire } from './may-fire.ts';
import { moveToRow } from './move-to-row.ts';
import { shortcutsSetting } from './setting.ts';

const HelpDialog = lazy(async () => ({ default: (await import('./help-dialog.tsx')).HelpDialog }));

interface Props {
  /** Opens the search for anything. */
  onSearch: () => void;
}

/** Listens for shortcuts, and offers the list of them. */
export function Shortcuts({ onSearch }: Props) {
  const { t } = useSpeech();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const perform = usePerform({ onSearch, onHelp: () => setHelpOpen(true) });
  const latest = useRef(perform);
  useEffect(() => {
    latest.current = perform;
  });
  useEffect(() => {
    const reader = new KeyReader();
    const onKeyDown = (event: KeyboardEvent) => {
      if (!mayFire(event)) return;
      const action = reader.read(event);
      // The list itself always opens, so that shortcuts can be turned on again.
      if (!action || (action.kind !== 'help' && !shortcutsSetting.isOn())) return;
      event.preventDefault();
      latest.current(action);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <Button
        {...QUIET}
        visibleFrom="md"
        leftSection={<Icon name="keyboard" />}
        onClick={() => setHelpOpen(true)}
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
      >
        {t('keys.title')}
      </Button>
      <Suspense fallback={null}>{isHelpOpen && <HelpDialog onClose={() => setHelpOpen(false)} />}</Suspense>
    </>
  );
}

function usePerform({ onSearch, onHelp }: { onSearch: () => void; onHelp: () => void }) {
  const navigate = useNavigate();
  const actions: Readonly<Record<Exclude<Action['kind'], 'go' | 'row'>, () => void>> = {
    help: onHelp,
    create: () => document.querySelector<HTMLElement>('main [data-shortcut=create]')?.click(),
    search: () => {
      if (!focusListSearch()) onSearch();
    },
  };
  return (action: Action): void => {
    if (action.kind === 'go') void navigate(pathOf(action.place));
    else if (action.kind === 'row') moveToRow(action.by);
    else actions[action.kind]();
  };
}

/** Focuses the search field of the list on this page, if there is one. */
function focusListSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  field?.focus();
  field?.select();
  return field !== null;
}
