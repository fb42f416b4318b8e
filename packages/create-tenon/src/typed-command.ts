import { wholeNames } from './template-choice.ts'

/*
 * The command as it is typed. npm keeps options before `--` for itself: it sets them in the environment of the
 * scaffolder, `npm_config_accounts=true`, and passes the other words on.
 */

/** The options that npm has taken for its own, as they are typed: `--accounts`, `--template helpdesk`. */
export function findTakenOptions(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): readonly string[] {
  return names.flatMap((name) => {
    const value = environment[`npm_config_${name}`]
    if (value === undefined || value === '' || value === 'false') return []
    if (name !== 'template') return [`--${name}`]
    // With a space before it, npm passes the value on as a word.
    const template = value === 'true' ? args.find(isWholeName) : value
    return [template === undefined ? '--template' : `--template ${toShellWord(template)}`]
  })
}

/** The command that passes these arguments and options on to the scaffolder. */
export function toCommand(args: readonly string[], taken: readonly string[]): string {
  const isValueTaken = taken.some((option) => option.startsWith('--template '))
  const first = args.findIndex((word) => word.startsWith('-'))
  const folders = (first === -1 ? args : args.slice(0, first)).filter(
    (word) => !(isValueTaken && isWholeName(word)),
  )
  const given = first === -1 ? [] : args.slice(first).map(toShellWord)
  const passed = [...taken, ...given]
  const after = passed.length === 0 ? [] : ['--', ...passed]
  return ['npm create tenon@latest', ...folders.map(toShellWord), ...after].join(' ')
}

/** Quotes a word if a shell would split or replace it. */
export function toShellWord(text: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(text) ? text : `"${text.replaceAll(/["$`]/g, String.raw`\$&`)}"`
}

const names = ['react', 'vue', 'svelte', 'api', 'accounts', 'teams', 'empty', 'template'] as const

function isWholeName(word: string): boolean {
  return wholeNames.some((name) => name === word)
}
