import type { PlatformProfile } from '../src/platforms/profiles.ts';

const HEAD = [
  'Type',
  'Platform',
  'Required credentials',
  'TLS',
  'Pictures and files',
  'Links',
  'Charset',
  'Requests',
  'Source',
];

/** The profiles as a Markdown table, for the page about platforms. */
export function platformTable(profiles: readonly PlatformProfile[]): string {
  const rows = profiles.toSorted((a, b) => (a.type < b.type ? -1 : 1)).map(cells);
  return [HEAD, HEAD.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

const cells = (profile: PlatformProfile): string[] => [
  `\`${profile.type}\``,
  profile.name,
  profile.requiredCredentials.join(', '),
  profile.tls,
  limits(profile.images),
  profile.links ? 'yes' : 'no',
  profile.charset,
  requests(profile.requests),
  [profile.source, profile.notes].filter((text) => text !== undefined).join(' '),
];

function limits({ types, maxCount, maxBytes, longestEdge }: PlatformProfile['images']): string {
  const names = types.map((type) => type.split('/')[1]?.toUpperCase() ?? type);
  return [
    names.join(', '),
    ...(maxCount === undefined ? [] : [`at most ${String(maxCount)}`]),
    ...(maxBytes === undefined ? [] : [`${String(maxBytes / 1_000_000)} MB each`]),
    ...(longestEdge === undefined ? [] : [`${String(longestEdge)} pixels`]),
  ].join('; ');
}

const requests = ({ collect, via }: PlatformProfile['requests']): string => {
  if (!collect) return 'not collected';
  return via === 'replace-contact'
    ? 'collected, instead of the contact address'
    : 'collected, in addition to the contact address';
};
