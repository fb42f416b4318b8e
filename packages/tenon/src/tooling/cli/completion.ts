import { exitCode, type Command } from '../../base/console/command.ts'
import { toUnknown } from '../../base/console/nearest.ts'
import type { CommandLine } from './command-line.ts'

/** The words that a shell can complete: commands, and the words that may follow each. */
type Words = Readonly<Record<string, readonly string[]>>

/** Makes the command that prints a script for a shell, from the other commands of `tenon`. */
export function createCompletion(
  commands: readonly Command<CommandLine>[],
  followers: Words,
): Command<CommandLine> {
  const entries = commands.map(({ name, options = {} }): [string, readonly string[]] => [
    name,
    [...(followers[name] ?? []), ...Object.keys(options).map((option) => `--${option}`)],
  ])
  const words: Words = {
    ...Object.fromEntries(entries),
    completion: Object.keys(shells),
    help: commands.map(({ name }) => name),
  }
  return {
    name: 'completion',
    summary: 'Print a script that completes commands in bash, zsh or fish',
    words: Object.keys(shells).join('|'),
    async run(_workplace, { words: [shell = ''], print, fail }) {
      const write = Object.hasOwn(shells, shell) ? shells[shell] : undefined
      if (write === undefined) {
        const names = Object.keys(shells)
        const unnamed = `Name a shell: tenon completion ${names.join('|')}`
        fail(shell === '' ? unnamed : toUnknown('shell', shell, names, 'tenon help completion'))
        return exitCode.usage
      }
      print(write(words))
      return exitCode.ok
    },
  }
}

const shells: Readonly<Record<string, (words: Words) => string>> = {
  bash: (words) => `_tenon() {
  local words
  if [ "$COMP_CWORD" -eq 1 ]; then words="${Object.keys(words).join(' ')}"
  else case "\${COMP_WORDS[1]}" in
${toCases(words, (list) => `words="${list.join(' ')}"`)}  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tenon tenon`,
  zsh: (words) => `#compdef tenon
_tenon() {
  if (( CURRENT == 2 )); then compadd -- ${Object.keys(words).join(' ')}
  else case "\${words[2]}" in
${toCases(words, (list) => `compadd -- ${list.join(' ')}`)}  esac; fi
}
compdef _tenon tenon`,
  fish: (words) =>
    [
      `complete -c tenon -f -n __fish_use_subcommand -a "${Object.keys(words).join(' ')}"`,
      ...withFollowers(words).map(
        ([name, list]) =>
          `complete -c tenon -f -n "__fish_seen_subcommand_from ${name}" -a "${list.join(' ')}"`,
      ),
    ].join('\n'),
}

function toCases(words: Words, toAction: (list: readonly string[]) => string): string {
  return withFollowers(words)
    .map(([name, list]) => `    ${name}) ${toAction(list)} ;;\n`)
    .join('')
}

function withFollowers(words: Words): readonly [string, readonly string[]][] {
  return Object.entries(words).filter(([, list]) => list.length > 0)
}
