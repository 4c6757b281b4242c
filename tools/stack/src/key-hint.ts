interface LocalSystem {
  apiUrl: string;
  port: string;
  dataDirectory: string;
}

/** The next steps in a system without the account of the demo. */
export function keyHint({ apiUrl, port, dataDirectory }: LocalSystem): string {
  const settings = [
    ...(port === '8080' ? [] : [`PORT=${port} `]),
    ...(dataDirectory === '.data' ? [] : [`DATA_DIR='${dataDirectory}' `]),
  ];
  return [
    'Open an account in a second terminal; the command prints its API key:',
    `  ${settings.join('')}npx rek accounts open 'My agency'`,
    `Use the key to sign in to the dashboard, ${apiUrl}/dashboard/, and to call the API.`,
  ].join('\n');
}
