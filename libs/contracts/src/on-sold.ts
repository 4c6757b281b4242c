import { z } from 'zod';

/** What happens with the listings of a property that is sold or let. */
export const OnSold = z.enum(['takeDown', 'keep']).meta({
  description:
    'What happens while `fields.salesStatus` is `sold`. `takeDown`, the default: no platform shows the property; its listings stay, are `unpublished`, and are published again when the status changes. `keep`: the property stays published as sold.',
});
export type OnSold = z.infer<typeof OnSold>;
