import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { eventually } from './eventually.ts';
import { greets } from './greets.ts';

const BINARY = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot'].find((path) => existsSync(path));

/** True if tests with a real IMAP server can run; without one they fail in CI instead of being skipped. */
export const hasDovecot = (): boolean => Boolean(process.env['CI']) || BINARY !== undefined;

export interface Dovecot {
  port: number;
  /** Puts emails into the inbox of a user, like deliveries. */
  deliver(user: string, ...mails: Uint8Array[]): Promise<void>;
  /** Writes emails where the server does not see them yet; calling the returned function moves them to the inbox. */
  stage(user: string, ...mails: Uint8Array[]): Promise<() => Promise<void>>;
  /** The number of emails in a folder of a user. */
  count(user: string, folder?: string): Promise<number>;
  /** Changes the UIDVALIDITY of a folder, and the UIDs of its emails. */
  renumber(user: string): Promise<void>;
  /** Ends every connection. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A user that may own emails; the server refuses the superuser. */
function mailUser(): { uid: number; gid: number } {
  const { uid, gid } = userInfo();
  if (uid !== 0) return { uid, gid };
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

const configuration = (directory: string, port: number) => {
  const { uid, gid } = mailUser();
  const { username } = userInfo();
  const isRoot = userInfo().uid === 0;
  return `
protocols = imap
base_dir = ${directory}/run
state_dir = ${directory}/run
log_path = ${directory}/log
ssl = no
disable_plaintext_auth = no
listen = 127.0.0.1
mail_location = maildir:${directory}/mail/%u
first_valid_uid = 1
first_valid_gid = 1
${isRoot ? '' : `default_internal_user = ${username}\ndefault_login_user = ${username}\n`}
mail_max_userip_connections = 100
maildir_very_dirty_syncs = no
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${directory}/mail/%u
}
namespace inbox {
  inbox = yes
}
service imap-login {
  ${isRoot ? '' : 'chroot ='}
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  ${isRoot ? '' : 'chroot ='}
}
`;
};

/** Starts a real IMAP server on loopback; every user's password is `secret`. */
export async function startDovecot(): Promise<Dovecot> {
  if (BINARY === undefined) throw new Error('dovecot is missing; Debian: apt-get install dovecot-imapd');
  const directory = await mkdtemp(join(tmpdir(), 'estate-dovecot-'));
  await chmod(directory, 0o755);
  const { uid, gid } = mailUser();
  await mkdir(join(directory, 'run'));
  await mkdir(join(directory, 'mail'));
  const port = await freePort();
  await writeFile(join(directory, 'dovecot.conf'), configuration(directory, port));
  let child = await launch(BINARY, directory, port);
  const own = async (path: string) => {
    if (userInfo().uid === 0) await chown(path, uid, gid);
  };
  const maildir = (user: string, folder = 'INBOX') =>
    join(directory, 'mail', user, ...(folder === 'INBOX' ? [] : [`.${folder}`]));
  const end = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  const stage: Dovecot['stage'] = async (user, ...mails) => {
    const home = maildir(user);
    for (const path of [home, join(home, 'tmp'), join(home, 'new'), join(home, 'cur')]) {
      if (existsSync(path)) continue;
      await mkdir(path, { recursive: true });
      await own(path);
    }
    const names = mails.map(() => `${Date.now()}.${randomBytes(8).toString('hex')}.test`);
    for (const [index, name] of names.entries()) {
      await writeFile(join(home, 'tmp', name), mails[index] ?? '');
      await own(join(home, 'tmp', name));
    }
    return async () => {
      for (const name of names) await rename(join(home, 'tmp', name), join(home, 'new', name));
    };
  };
  return {
    port,
    stage,
    async deliver(user, ...mails) {
      const arrive = await stage(user, ...mails);
      await arrive();
    },
    async count(user, folder) {
      const lists = ['new', 'cur'].map((each) => readdir(join(maildir(user, folder), each)).catch(() => []));
      return (await Promise.all(lists)).flat().length;
    },
    async renumber(user) {
      for (const file of await readdir(maildir(user))) {
        if (file.startsWith('dovecot')) await rm(join(maildir(user), file), { recursive: true });
      }
    },
    async restart() {
      await end();
      child = await launch(BINARY, directory, port);
    },
    async stop() {
      await end();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function launch(binary: string, directory: string, port: number) {
  const child = spawn(binary, ['-F', '-c', join(directory, 'dovecot.conf')], { stdio: 'ignore' });
  const failed = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`dovecot ended with ${String(code)}`)),
  );
  failed.catch(() => undefined);
  await Promise.race([failed, eventually(() => greets(port))]);
  return child;
}
