import type { NoticeText } from './notice-text.ts';

interface Invited {
  accountName: string;
  signInUrl: string;
  invitedBy?: string | undefined;
}

/** Names are of customers: they stay on their line. */
const line = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The email to a person who was invited, in German and in English. */
export function invitationText({ accountName, signInUrl, invitedBy }: Invited): NoticeText {
  const account = line(accountName);
  const by = invitedBy === undefined ? undefined : line(invitedBy);
  const german = [
    `Sie wurden zum Konto „${account}“ eingeladen.`,
    '',
    ...(by === undefined ? [] : [`Die Einladung kommt von ${by}.`]),
    'Melden Sie sich hier mit Ihrer E-Mail-Adresse an:',
    signInUrl,
    'Wenn Sie diese Einladung nicht erwartet haben, können Sie diese E-Mail ignorieren.',
  ];
  const english = [
    `You have been invited to the account "${account}".`,
    '',
    ...(by === undefined ? [] : [`The invitation is from ${by}.`]),
    'Sign in with your email address at:',
    signInUrl,
    'If you did not expect this invitation, you can ignore this email.',
  ];
  return {
    subject: `Einladung zu ${account} / Invitation to ${account}`,
    text: `(English below)\n\n${german.join('\n')}\n\n--------\n\n${english.join('\n')}\n`,
  };
}
