import { parseArgs } from 'node:util';
import { SIMULATORS } from '@estate/contracts/platforms';
import { log } from './log.ts';
import type { Simulator } from './simulator-options.ts';
import { LOOPBACK } from './web-server.ts';

interface Running {
  url: string;
  close(): Promise<void>;
}

const USAGE = `usage: main.ts ftp-portal --port N --ftp-port N --directory DIR --user NAME:PASSWORD [--user …] [--smtp-port N]
       main.ts file-server --port N
       main.ts mail-drop --port N --smtp-port N [--smtp-host HOST] [--receive-port N]
       main.ts ${SIMULATORS.join('|')} --port N --directory DIR [--calls-a-minute N]
       main.ts webhook-receiver --port N [--file FILE]
       main.ts estate-software --port N --directory DIR
       main.ts identity-provider --port N --application URL [--file FILE]
Each listens on the loopback interface unless [--host ADDRESS] is set.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string', default: '0' },
    'ftp-port': { type: 'string', default: '0' },
    host: { type: 'string', default: LOOPBACK },
    'smtp-port': { type: 'string' },
    'smtp-host': { type: 'string', default: LOOPBACK },
    'receive-port': { type: 'string', default: '0' },
    directory: { type: 'string', default: '.data/ftp-portal' },
    user: { type: 'string', multiple: true, default: ['demo:demo'] },
    file: { type: 'string' },
    application: { type: 'string', default: 'http://localhost:8080' },
    'calls-a-minute': { type: 'string' },
  },
});

function parseUser(text: string): { username: string; password: string } {
  const colon = text.indexOf(':');
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

async function startPortal(): Promise<Running> {
  const { startFtpPortal } = await import('./ftp-portal/start-ftp-portal.ts');
  const { selfSigned } = await import('./certificate.ts');
  const portal = await startFtpPortal({
    ftpPort: Number(values['ftp-port']),
    httpPort: Number(values.port),
    host: values.host,
    directory: values.directory,
    users: values.user.map(parseUser),
    ...(values['smtp-port'] !== undefined && { smtpPort: Number(values['smtp-port']) }),
    smtpHost: values['smtp-host'],
    tls: selfSigned('localhost', { addresses: ['127.0.0.1'], days: 3650 }),
  });
  log(`ftp: ftp://localhost:${portal.ftpPort}`);
  return portal;
}

const at = { port: Number(values.port), host: values.host };

async function startSimulator(name: string): Promise<Running> {
  const { start: startPlatform } = (await import(`./${name}/simulator.ts`)) as Simulator;
  const limit = values['calls-a-minute'];
  return startPlatform({
    ...at,
    directory: values.directory,
    ...(limit !== undefined && { callsAMinute: Number(limit) }),
  });
}

/** The parts, each of which loads its modules itself, because they are many small processes. */
const PARTS: Readonly<Record<string, () => Promise<Running>>> = {
  ...Object.fromEntries(SIMULATORS.map((name) => [name, () => startSimulator(name)])),
  'ftp-portal': startPortal,
  'file-server': async () => {
    const { startFileServer } = await import('./file-server/start-file-server.ts');
    return startFileServer(at);
  },
  'mail-drop': async () => {
    const { startMailDrop } = await import('./mail-drop/start-mail-drop.ts');
    const drop = await startMailDrop({
      ...at,
      smtpPort: Number(values['smtp-port'] ?? 25),
      smtpHost: values['smtp-host'],
      receivePort: Number(values['receive-port']),
    });
    log(`receives: smtp://localhost:${drop.receivePort}`);
    return drop;
  },
  'webhook-receiver': async () => {
    const { startWebhookReceiver } = await import('./webhook-receiver/start-webhook-receiver.ts');
    return startWebhookReceiver({ ...at, ...(values.file !== undefined && { file: values.file }) });
  },
  'estate-software': async () => {
    const { startEstateSoftware } = await import('./estate-software/start-estate-software.ts');
    return startEstateSoftware({ ...at, directory: values.directory });
  },
  'identity-provider': async () => {
    const { startIdentityProvider } = await import('./identity-provider/start-identity-provider.ts');
    return startIdentityProvider({
      ...at,
      applicationUrl: values.application,
      ...(values.file !== undefined && { file: values.file }),
    });
  },
};

const start = PARTS[positionals[0] ?? ''];
if (start) {
  const running = await start();
  const stop = (): void => {
    // An FTP session that never opened its data connection leaves a timer of half a minute behind.
    void running.close().finally(() => process.exit(0));
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  log(`ready: ${running.url}`);
} else {
  log(USAGE);
  process.exitCode = 2;
}
