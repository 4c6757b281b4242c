import { useEffect, useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Modal, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import { useSpeech } from '../text/language.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Icon } from '../ui/icons.tsx';
import type { Found } from './found.ts';
import { useSearch } from './use-search.ts';

const PAUSE_MS = 150;

/** The search over the whole account: a text field above the list of results. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useSpeech();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('search.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <SearchBox onGone={onClose} />
    </Modal>
  );
}

function SearchBox({ onGone }: { onGone: () => void }) {
  const { t } = useSpeech();
  const { typed, type, onKeyDown, goTo, active, searching, found, error } = useSearchBox(onGone);
  const id = useId();
  const optionId = (at: number) => `${id}-${String(at)}`;
  return (
    <>
      <TextInput
        type="text"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-found`}
        aria-autocomplete="list"
        {...(found.length > 0 && { 'aria-activedescendant': optionId(active) })}
        autoComplete="off"
        data-autofocus
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        leftSection={<Icon name="search" size={16} />}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Text size="sm" c="dimmed" role="status" my="xs">
        {searching ? t('common.loading') : t('search.count', { count: found.length })}
      </Text>
      {error && <ErrorNote error={error} />}
      <div id={`${id}-found`} role="listbox" aria-label={t('search.found')} className="found">
        {found.map((one, at) => (
          <Option key={one.key} id={optionId(at)} found={one} active={at === active} onChoose={goTo} />
        ))}
      </div>
    </>
  );
}

/** The typed text, its results, and the active result. */
function useSearchBox(onGone: () => void) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [wanted] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const result = useSearch(wanted);
  const { found } = result;
  const searching = result.searching || wanted !== typed.trim();
  const [index, setIndex] = useState(0);
  const [goesToFirst, setGoesToFirst] = useState(false);
  const active = Math.min(index, found.length - 1);
  const type = (text: string) => {
    setTyped(text);
    setIndex(0);
    setGoesToFirst(false);
  };
  const goTo = (one: Found | undefined) => {
    if (!one) return;
    onGone();
    void navigate(one.to);
  };
  // Enter that comes before the results takes the first of them.
  useEffect(() => {
    if (!goesToFirst || searching) return;
    setGoesToFirst(false);
    goTo(found[0]);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = moved(event.key, active, found.length);
    if (next !== undefined) setIndex(next);
    if (event.key === 'Enter' && searching) setGoesToFirst(true);
    else if (event.key === 'Enter') goTo(found[active]);
    if (next !== undefined || event.key === 'Enter') event.preventDefault();
  };
  return { ...result, typed, type, onKeyDown, goTo, active, searching };
}

/** The position in the list to which a key moves. */
function moved(key: string, at: number, length: number): number | undefined {
  if (length === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % length;
  if (key === 'ArrowUp') return (at - 1 + length) % length;
  return undefined;
}

interface OptionProps {
  id: string;
  found: Found;
  active: boolean;
  onChoose: (found: Found) => void;
}

function Option({ id, found, active, onChoose }: OptionProps) {
  useEffect(() => {
    if (active) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);
  return (
    <div
      id={id}
      role="option"
      aria-selected={active}
      className="found-one"
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(found)}
    >
      <Icon name={found.icon} />
      <div className="two-lines">
        <Text size="sm" fw={600} className="cut">
          {found.title}
        </Text>
        <Text size="xs" c="dimmed" className="cut">
          {found.below}
        </Text>
      </div>
    </div>
  );
}
