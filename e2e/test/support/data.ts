import type { EventName } from '@estate/contracts';
import { EXAMPLE_FIELDS } from '@estate/contracts/examples';
import type { StackAddresses } from '@estate/stack';

export const ALL_EVENTS = [
  'property.processing_succeeded',
  'property.processing_failed',
  'publication.succeeded',
  'publication.failed',
] as const satisfies readonly EventName[];

export const contactInput = {
  email: 'anna.beispiel@example.org',
  firstName: 'Anna',
  lastName: 'Beispiel',
  phone: '+49 89 1234567',
};

const FIELDS = {
  ...EXAMPLE_FIELDS,
  title: 'Maisonette über den Dächern',
  description: 'Zwei Ebenen & viel Licht.\nDie Dachterrasse zeigt nach Süden.',
};

/** A valid apartment; `fields` and the rest override. */
export const propertyInput = (
  overrides: { title?: string; externalId?: string; contactId?: string; attachments?: unknown[] } = {},
) => {
  const { title, ...rest } = overrides;
  return { type: 'apartmentBuy', fields: { ...FIELDS, ...(title !== undefined && { title }) }, ...rest };
};

/** A target on the sandbox's portal for its user number `index`. */
export const targetInput = (
  stack: StackAddresses,
  index: number,
  credentials: Record<string, unknown> = {},
) => ({
  type: 'immowelt',
  credentials: {
    host: 'localhost',
    port: stack.ftpPort,
    username: stack.ftpUsers[index]?.username,
    password: stack.ftpUsers[index]?.password,
    providerNumber: `A-100${String(index)}`,
    secure: false,
    contact: contactInput,
    ...credentials,
  },
});
