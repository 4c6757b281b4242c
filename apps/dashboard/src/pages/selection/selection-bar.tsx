import { useEffect, useRef, useState } from 'react';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { useCountText } from '../../ui/count-text.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { Asked } from './action-dialog.tsx';
import { ACTIONS_OF, wordsOf } from './settings.ts';
import type { ManyAction, Resource } from './settings.ts';
import type { Selecting } from './use-selection.ts';
import '../jobs/job-texts.ts';
import './selection.css';

interface Props {
  /** The resource of the list. */
  of: Resource;
  list: Pick<LiveList<{ id: string }>, 'items'>;
  /** The filters of the list. */
  asked: object;
  /** Counts the rows that match the filters. */
  count: (signal: AbortSignal) => Promise<Counted>;
  selecting: Selecting;
}

interface Counted {
  count?: number | undefined;
  countIsLimited?: true | undefined;
}

/** The selection and its actions. The bar stays in sight while the list is scrolled. */
export function SelectionBar({ of, list, asked, count, selecting }: Props) {
  const { t } = useSpeech();
  const [action, setAction] = useState<ManyAction>();
  const counted = useMatching({ of, asked, count }, !selecting.isEmpty);
  const total = useCountText()(counted ?? { count: list.items.length });
  const { selection } = selecting;
  const ids = selectedOf(list, selecting);
  const order: Asked =
    selection.kind === 'all'
      ? { of, filter: asked, count: total, isLimited: counted?.countIsLimited === true }
      : { of, ids, count: String(ids.length), isLimited: false };
  return (
    <div className="selection-bar">
      <Chosen list={list} selecting={selecting} total={counted && total} />
      {!selecting.isEmpty && (
        <div className="selection-actions" role="toolbar" aria-label={t('many.actions')}>
          {ACTIONS_OF[of].map((one) => (
            <ActButton
              key={one}
              size="compact-sm"
              variant={one === ACTIONS_OF[of][0] ? 'filled' : 'default'}
              {...(one === 'delete' && { className: 'danger' })}
              whyNot={selecting.isTooLarge ? t(wordsOf(of).tooMany) : undefined}
              onClick={() => setAction(one)}
            >
              {t(wordsOf(of).label(one))}
            </ActButton>
          ))}
        </div>
      )}
      <ActionDialog action={action} asked={order} close={() => setAction(undefined)} />
    </div>
  );
}

/** The selected rows without those that have left the list, because they were deleted or no longer match. */
const selectedOf = ({ items }: Props['list'], { selection }: Selecting): string[] =>
  selection.kind === 'all' ? [] : items.flatMap(({ id }) => (selection.ids.has(id) ? [id] : []));

/** The number of rows that match the filters, once something is selected. */
function useMatching({ of, asked, count }: Pick<Props, 'of' | 'asked' | 'count'>, isNeeded: boolean) {
  const { data } = useQuery({
    queryKey: [of, 'matching', asked],
    queryFn: ({ signal }) => count(signal),
    enabled: isNeeded,
  });
  return data;
}

interface ChosenProps extends Pick<Props, 'list' | 'selecting'> {
  total: string | undefined;
}

function Chosen({ list, selecting, total }: ChosenProps) {
  const { items } = list;
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
    : t('many.selected', { count: number(selectedOf(list, selecting).length) });
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
