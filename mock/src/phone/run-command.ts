import type { KeptWallet } from './kept-wallet.js';
import type { PhoneChain } from './phone-chain.js';
import type { PhoneMemory } from './phone-store.js';
import type { WalletCommand } from './wallet-state.js';

/** What a command changes. */
export type CommandContext = Readonly<{
  kept: KeptWallet;
  chain: PhoneChain;
  /** Ends all sessions. */
  endSessions(reason: string): void;
  /** Gives the first account of a new phone its SOL. */
  fund(): Promise<void>;
}>;

/** What has to be stored after a command. */
const STORED: Readonly<Partial<Record<WalletCommand['type'], readonly (keyof PhoneMemory)[]>>> = {
  'add-account': ['accounts'],
  'rename-account': ['accounts'],
  'remove-account': ['accounts'],
  'grant-account': ['accounts'],
  'change-settings': ['settings'],
  'reset-settings': ['settings'],
  reset: ['accounts', 'settings'],
};

/** Creates the function that runs commands of the wallet's own screens. It rejects with the reason in one sentence. */
export function createCommandRunner(context: CommandContext): (command: WalletCommand) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (command) => {
    const parts = STORED[command.type];
    if (!parts) return run(command, context);
    // One after another, because a reset replaces the accounts in several steps.
    const done = last.then(async () => {
      await run(command, context);
      context.kept.save(parts);
    });
    last = done.catch(() => {});
    return done;
  };
}

async function run(
  command: WalletCommand,
  { kept, chain, endSessions, fund }: CommandContext,
): Promise<void> {
  const { wallet } = kept;
  switch (command.type) {
    case 'add-account':
      return kept.addAccount(command);
    case 'rename-account':
      return wallet.renameAccount(command.address, command.label);
    case 'remove-account':
      return wallet.removeAccount(command.address);
    case 'grant-account':
      return wallet.setGranted(command.address, command.isGranted);
    case 'airdrop':
      if (!chain.airdrop) throw new Error('This chain gives away no SOL.');
      return chain.airdrop(command.address, command.lamports);
    case 'revoke-app':
      return wallet.revokeApp(command.id);
    case 'revoke-all-apps':
      return wallet.revokeTokens();
    case 'clear-activity':
      return wallet.clearActivity();
    case 'change-settings':
      return wallet.changeSettings(command.changes);
    case 'reset-settings':
      return kept.resetSettings();
    case 'reset':
      endSessions('The phone was reset');
      await chain.reset?.();
      await kept.replaceAccounts();
      wallet.revokeTokens();
      wallet.clearActivity();
      return fund();
  }
}
