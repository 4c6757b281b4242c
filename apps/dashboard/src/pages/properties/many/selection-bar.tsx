import { useEffect, useRef, useState } from 'react';
import type { Job, Property } from '@estate/client';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { LiveList } from '../../../api/use-live-list.ts';
import { useSpeech } from '../../../text/language.tsx';
import { ActButton } from '../../../ui/act-button.tsx';
import { useCountText } from '../../../ui/count-text.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { Asked, ManyAction } from './action-dialog.tsx';
import type { Selecting } from './use-selection.ts';
import '../../jobs/job-texts.ts';
import './many.css';

const ACTIONS = ['publish', 'takeDown', 'retry', 'setContact', 'setSalesStatus', 'delete'] as const;

interface Props {
  list: LiveList<Property>;
  /** The filters of the list. */
  asked: NonNullable<Job['filter']>;
  selecting: Selecting;
}

/** What is selected, and what can be done with it. It stays in sight while the list is scrolled. */
export function SelectionBar({ list, asked, selecting }: Props) {
  const { t } = useSpeech();
  const [action, setAction] = useState<ManyAction>();
  const counted = useMatching(asked, !selecting.isEmpty);
  const total = useCountText()(counted ?? { count: list.items.length });
  const { selection } = selecting;
  const order: Asked =
    selection.kind === 'all'
      ? { chosen: { filter: asked }, count: total, isLimited: counted?.countIsLimited === true }
      : { chosen: { ids: [...selection.ids] }, count: String(selection.ids.size), isLimited: false };
  return (
    <div className="selection-bar">
      <Chosen list={list} selecting={selecting} total={counted && total} />
      {!selecting.isEmpty && (
        <div className="selection-actions" role="toolbar" aria-label={t('many.actions')}>
          {ACTIONS.map((one) => (
            <ActButton
              key={one}
              size="compact-sm"
              variant={one === 'publish' ? 'filled' : 'default'}
              {...(one === 'delete' && { className: 'danger' })}
              whyNot={selecting.isTooLarge ? t('many.tooMany') : undefined}
              onClick={() => setAction(one)}
            >
              {t(`many.${one}`)}
            </ActButton>
          ))}
        </div>
      )}
      <ActionDialog action={action} asked={order} close={() => setAction(undefined)} />
    </div>
  );
}

/** How many match the filters, once something is selected. */
function useMatching(asked: NonNullable<Job['filter']>, isNeeded: boolean) {
  const { data } = useQuery({
    queryKey: ['properties', 'matching', asked],
    queryFn: ({ signal }) => api.properties.list({ ...asked, limit: 1, count: true }, { signal }),
    enabled: isNeeded,
  });
  return data;
}

interface ChosenProps extends Pick<Props, 'list' | 'selecting'> {
  total: string | undefined;
}

function Chosen({ list: { items }, selecting, total }: ChosenProps) {
  const { t, language } = useSpeech();
  const box = useRef<HTMLInputElement>(null);
  const { selection, isEmpty } = selecting;
  const isAll = selection.kind === 'all';
  const isWhole = isAll || items.every(({ id }) => selection.ids.has(id));
  useEffect(() => {
    if (box.current) box.current.indeterminate = !isEmpty && !isWhole;
  }, [isEmpty, isWhole]);
  const number = (count: number) => new Intl.NumberFormat(language).format(count);
  const said = isAll
    ? t('many.allSelected', { count: total ?? '…' })
    : t('many.selected', { count: number(selection.ids.size) });
  const isMoreThanShown = total !== undefined && total !== number(items.length);
  return (
    <div className="selection-chosen">
      <label className="selection-all">
        <input
          ref={box}
          type="checkbox"
          checked={!isEmpty && isWhole}
          onChange={() => (isWhole && !isEmpty ? selecting.clear() : selecting.selectShown(items))}
        />
        {t('many.selectShown', { count: number(items.length) })}
      </label>
      <Text size="sm" fw={600} role="status">
        {!isEmpty && said}
      </Text>
      {!isEmpty && !isAll && isMoreThanShown && (
        <Button variant="subtle" size="compact-sm" onClick={selecting.selectAll}>
          {t('many.selectMatching', { count: total })}
        </Button>
      )}
      {!isEmpty && (
        <Button variant="subtle" color="gray" size="compact-sm" className="quiet" onClick={selecting.clear}>
          {t('many.clear')}
        </Button>
      )}
    </div>
  );
}
