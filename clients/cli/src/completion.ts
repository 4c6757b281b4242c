import type { Command } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Scripts for shells. Each asks the command itself for candidates, so that it never becomes outdated. */
const SCRIPTS: Record<Shell, string> = {
  bash: `_estate() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(estate complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _estate estate
`,
  zsh: `#compdef estate
_estate() {
  local -a words_after
  words_after=("\${(@f)$(estate complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -- $words_after
}
compdef _estate estate
`,
  fish: `complete -c estate -a '(estate complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
};

export const completionScript = (shell: Shell): string => SCRIPTS[shell];

/** The candidates for the last word: commands, choices of arguments, options and their choices. */
export function candidates(estate: Command, words: readonly string[]): string[] {
  const last = words.at(-1) ?? '';
  let command = estate;
  const given: string[] = [];
  for (const word of words.slice(0, -1)) {
    const next = given.length === 0 ? subcommand(command, word) : undefined;
    if (next) command = next;
    else if (!word.startsWith('-')) given.push(word);
  }
  const before = command.options.find(({ long, short }) => [long, short].includes(words.at(-2)));
  const fitting =
    before?.argChoices ??
    (last.startsWith('-') ? optionsOf(command, estate) : namesIn(command, given.length));
  return fitting.filter((one) => one.startsWith(last));
}

const subcommand = (command: Command, name: string): Command | undefined =>
  command.commands.find((one) => one.name() === name);

const optionsOf = (command: Command, estate: Command): string[] =>
  [...new Set([...command.options, ...estate.options])].flatMap(({ long }) => long ?? []);

/** The names in a command, without hidden commands. */
const namesIn = (command: Command, place: number): string[] => [
  ...(place === 0
    ? command
        .createHelp()
        .visibleCommands(command)
        .map((one) => one.name())
    : []),
  ...(command.registeredArguments[place]?.argChoices ?? []),
];
