import { z } from 'zod';

/** The listings of a property that is sold or let are taken down or kept. */
export const OnSold = z.enum(['takeDown', 'keep']).meta({
  description:
    'What happens while `fields.salesStatus` is `sold`. `takeDown`, the default: no platform shows the property; its listings stay, are `unpublished`, and are published again when the status changes. `keep`: the property stays published as sold.',
});
export type OnSold = z.infer<typeof OnSold>;
