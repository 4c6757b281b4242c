import { Option } from 'commander';
import type { Command } from 'commander';
import * as accounts from './commands/accounts.ts';
import { verifyAuditLog } from './commands/audit-log.ts';
import * as closings from './commands/closings.ts';
import { findAnything } from './commands/find.ts';
import * as operatorKeys from './commands/operator-keys.ts';
import * as signIn from './commands/sign-in.ts';
import { listUsage } from './commands/usage.ts';
import { page } from './does.ts';
import type { Does } from './does.ts';

/** Adds the commands about customers and operators. */
export function addAccounts(rek: Command, does: Does): void {
  const group = rek.command('accounts').description('the customers');
  page(group.command('list').description('list the accounts')).action(does(accounts.listAccounts));
  group
    .command('open <name>')
    .description('open an account and show its first key')
    .action(does(accounts.openAccount));
  rek
    .command('find <text>')
    .description('search all accounts for an id, an external id or a request address')
    .action(does(findAnything));
  rek
    .command('usage')
    .description('the usage of every account in a month')
    .option('--month <month>', 'the month in UTC, for example 2026-11; default: the current month')
    .option('--csv', 'print CSV')
    .action(does(listUsage));
  const keys = rek.command('keys').description('the API keys of an account');
  page(keys.command('list <account>').description('list the keys of an account')).action(
    does(accounts.listKeys),
  );
  keys
    .command('create <account>')
    .description('create a key and show it')
    .option('--name <name>', 'purpose of the key')
    .option('--read-only', 'create a key with read access only')
    .option('--expires <time>', 'when the key expires, for example 2027-01-31T00:00:00Z')
    .action(does(accounts.createKey));
  keys
    .command('revoke <account> <key>')
    .description('revoke a key, even if it is the last key of the account')
    .action(does(accounts.revokeKey));
  rek
    .command('audit-log')
    .description('what was done in the accounts')
    .command('verify [account]')
    .description('check that no entry of one account, or of all, was removed or changed')
    .action(does(verifyAuditLog));
  addClosings(rek, does);
  addSignIn(rek, does);
  addOperatorKeys(rek, does);
}

function addClosings(rek: Command, does: Does): void {
  const group = rek.command('closings').description('accounts that are being closed, and the receipts');
  const states = new Option('--state <state>', 'only closings in this state').choices([
    ...['closing', 'cancelled', 'finished'],
  ]);
  page(group.command('list').description('list the closings'))
    .addOption(states)
    .action(does(closings.listClosings));
  group
    .command('show <closing>')
    .description('show a closing: its progress, or its receipt')
    .action(does(closings.showClosing));
  group
    .command('begin <account>')
    .description('close an account: take down its listings and erase all its data')
    .requiredOption('--confirm <account>', 'the id of the account, to confirm')
    .action(does(closings.closeAccount));
  group
    .command('cancel <account>')
    .description('cancel the closing of an account, before its listings are taken down')
    .action(does(closings.cancelClosing));
  rek
    .command('erasures')
    .description('the erasures of persons and accounts')
    .command('reapply')
    .description('after a restore: apply the erasures since the backup again')
    .requiredOption('--since <time>', 'when the backup was made, for example 2026-11-20T03:00:00Z')
    .action(does(closings.reapplyErasures));
}

function addSignIn(rek: Command, does: Does): void {
  const group = rek.command('sign-in').description('the OpenID Connect provider of an account');
  group.command('show <account>').description('show the provider').action(does(signIn.showSignIn));
  group
    .command('set <account>')
    .description('set the provider; reads the client secret from OIDC_CLIENT_SECRET')
    .requiredOption('--issuer <address>', 'the issuer, exactly as the provider writes it')
    .requiredOption('--client-id <id>', 'the id of the client at the provider')
    .action(does(signIn.setSignIn));
  group
    .command('remove <account>')
    .description('remove the provider; users sign in with an API key again')
    .action(does(signIn.removeSignIn));
}

function addOperatorKeys(rek: Command, does: Does): void {
  const keys = rek.command('operator-keys').description('the operator keys');
  page(keys.command('list').description('list the keys')).action(does(operatorKeys.listOperatorKeys));
  keys
    .command('create <name>')
    .description('create a key for a person or program with this name, and show it')
    .action(does(operatorKeys.createOperatorKey));
  keys
    .command('revoke <key>')
    .description('revoke a key, and end its console sessions and looks')
    .action(does(operatorKeys.revokeOperatorKey));
}
