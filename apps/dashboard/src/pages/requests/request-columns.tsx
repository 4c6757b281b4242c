import type { RefObject } from 'react';
import type { ContactRequest } from '@estate/client';
import { Anchor, Text } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useTargetName } from '../../api/names.ts';
import { useSpeech } from '../../text/language.tsx';
import { textColumn, timeColumn } from '../../ui/cells.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';
import { HandlingBadge } from '../../ui/handling-badge.tsx';
import { titleOf } from '../../api/person.ts';
import { useAssignees } from '../../api/use-assignees.ts';
import type { Assignees } from '../../api/use-assignees.ts';
import { useIsUnsaved } from './use-handling.ts';

/** The width from which a request is shown beside the list; the same as in the styles of `.inbox`. */
export const IS_WIDE = '(min-width: 1080px)';

/** The row that led to the request in place of the list, and the scroll position of the list. */
export interface LeftAt {
  id: string;
  top: number;
}

export interface Way {
  /** The row to which the user returns; empty once the list is shown. */
  back: RefObject<LeftAt | undefined>;
  left: RefObject<LeftAt | undefined>;
}

/** The columns of the list; the first two are also shown beside a request. */
export function useColumns(way: Way): Column<ContactRequest>[] {
  const { t } = useSpeech();
  const targetName = useTargetName();
  const { nameOf } = useAssignees();
  return [
    {
      label: t('request.from'),
      width: 'minmax(0, 3fr)',
      show: (request) => <From request={request} {...way} />,
    },
    {
      label: t('common.status'),
      width: '130px',
      show: (request) => <State request={request} nameOf={nameOf} />,
    },
    {
      ...textColumn<ContactRequest>(
        t('request.property'),
        'minmax(0, 2fr)',
        ({ propertyProvidedByPlatform: { title, externalId } }) => title ?? externalId ?? '–',
      ),
      wideOnly: true,
    },
    {
      ...textColumn<ContactRequest>(t('request.portal'), 'minmax(0, 1.5fr)', ({ targetId }) =>
        targetName(targetId),
      ),
      wideOnly: true,
    },
    timeColumn(t('request.received'), '130px', ({ createdAt }) => createdAt),
  ];
}

function State({
  request: { id, handling },
  nameOf,
}: Pick<Assignees, 'nameOf'> & { request: ContactRequest }) {
  const { t } = useSpeech();
  const { state, assignee } = handling;
  const isUnsaved = useIsUnsaved(id);
  return (
    <div className="two-lines">
      <HandlingBadge state={state} />
      {(isUnsaved || assignee !== undefined) && (
        <Text size="xs" className="cut" mt={2} {...(isUnsaved ? { fw: 600 } : { c: 'dimmed' })}>
          {isUnsaved ? t('request.unsaved') : nameOf(assignee ?? '')}
        </Text>
      )}
    </div>
  );
}

function From({ request: { id, prospect, message }, back, left }: Way & { request: ContactRequest }) {
  const { t } = useSpeech();
  const focusReturned = (link: HTMLAnchorElement | null) => {
    if (!link || back.current?.id !== id) return;
    back.current = undefined;
    link.focus({ preventScroll: true });
  };
  const { id: opened } = useParams();
  return (
    <div className="two-lines">
      <Anchor
        component={Link}
        to={{ pathname: `/requests/${id}`, search: window.location.search }}
        fw={600}
        size="sm"
        className="cut"
        ref={focusReturned}
        onClick={() => {
          if (!window.matchMedia(IS_WIDE).matches) left.current = { id, top: window.scrollY };
        }}
        aria-current={id === opened ? 'true' : undefined}
      >
        {titleOf(prospect) ?? t('request.anonymous')}
      </Anchor>
      <Text size="xs" c="dimmed" className="cut">
        {message === '' ? t('request.noMessage') : message}
      </Text>
    </div>
  );
}
