import type { ContactInput } from '@estate/client';

export const CONTACT_FIELDS = [
  'email', 'title', 'firstName', 'lastName', 'phone', 'mobilePhone', 'website',
] as const; // oxfmt-ignore

export type ContactDraft = { [Name in (typeof CONTACT_FIELDS)[number] | 'photo']?: string | undefined };

/** The API's input from a form, without empty fields. */
export function contactInputOf({
  email = '',
  lastName = '',
  photo,
  ...optional
}: ContactDraft): ContactInput {
  const given = CONTACT_FIELDS.flatMap((name) => {
    const value = name === 'email' || name === 'lastName' ? '' : (optional[name] ?? '').trim();
    return value === '' ? [] : [[name, value] as const];
  });
  return {
    ...{ email: email.trim(), lastName: lastName.trim(), ...Object.fromEntries(given) },
    ...(photo !== undefined && { photo }),
  };
}
