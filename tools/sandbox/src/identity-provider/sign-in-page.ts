import { Html, html } from '../html.ts';
import { page } from '../page-layout.ts';
import type { SandboxPerson } from './people.ts';

const TITLE = { title: 'Identity provider', subtitle: 'sandbox' };

/** The sign-in page, which asks for the person only: there are no passwords in the sandbox. */
export function signInPage(people: readonly SandboxPerson[], action: string): string {
  const choices = people.map(
    ({ id, name, email }) =>
      html`<p><button name="person" value="${id}">${name}</button> <span class="soft">${email}</span></p>`,
  );
  const body = html`<h2>Sign in</h2>
    <p>Choose a person. The sandbox requires no password.</p>
    <form method="post" action="${action}">${choices}</form>`;
  return page({ ...TITLE, body });
}

/** The start page, which introduces the provider and its people. */
export function startPage(people: readonly SandboxPerson[], issuer: string): string {
  const rows = people.map(({ name, email }) => html`<li>${name}, ${email}</li>`);
  const body = html`<h2>People</h2>
    <ul>
      ${rows}
    </ul>
    <p>Issuer: <code>${issuer}</code></p>`;
  return page({ ...TITLE, body });
}

/** The sign-out page; `form` comes from the provider and continues the sign-out. */
export function signOutPage(form: string): string {
  const body = html`<h2>Sign out</h2>
    <p>Do you also want to sign out of the identity provider?</p>
    ${new Html(form)}
    <p>
      <button form="op.logoutForm" name="logout" value="yes">Sign out</button>
      <button form="op.logoutForm">Stay signed in</button>
    </p>`;
  return page({ ...TITLE, body });
}

export const noticePage = (text: string): string => page({ ...TITLE, body: html`<p>${text}</p>` });
