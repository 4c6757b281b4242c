import { LINKED_PAGES } from '@estate/contracts';
import type { LinkedPage } from '@estate/contracts';

/** The resources that a page reads and changes. A dashboard link is refused everything else. */
const RESOURCES: Readonly<Record<LinkedPage, readonly string[]>> = {
  webhooks: ['webhooks', 'events', 'property-types'],
  targets: ['targets', 'target-types'],
};

/** The pages of dashboard links to which the operations of a path belong. */
export function linkedPagesOf(path: string): readonly LinkedPage[] {
  const [, resource = ''] = path.split('/');
  return LINKED_PAGES.filter((page) => RESOURCES[page].includes(resource));
}
