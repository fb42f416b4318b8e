import { parseArgs } from 'node:util'
import { findNearestOption } from './nearest-option.ts'
import { templateChoices, wholeNames, type Kind, type WholeName } from './template-choice.ts'

/** What the command line requests. */
export type Call =
  | { readonly kind: 'help' | 'version' }
  | {
      readonly kind: 'create'
      readonly folder: string | undefined
      readonly template: Kind | undefined
      readonly hasAccounts: boolean
      readonly hasTeams: boolean
      readonly isEmpty: boolean
      /** A whole application, which has no other options. */
      readonly whole: WholeName | undefined
    }
  | { readonly kind: 'mistake'; readonly message: string }

/** Reads the arguments of the command line. */
export function parseArguments(args: readonly string[]): Call {
  const { tokens } = parseArgs({ args: [...args], strict: false, tokens: true, options })
  const flags = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []))
  const folders = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  const chosen = templateChoices.filter(({ name }) => flags.some((flag) => flag.name === name))

  const unknown = flags.find(({ name }) => !Object.hasOwn(options, name))
  if (unknown !== undefined) return mistake(toUnknown(unknown))
  const valued = flags.find(({ name, value }) => value !== undefined && name !== 'template')
  if (valued !== undefined) return mistake(`The option "${valued.rawName}" takes no value.`)
  if (flags.some(({ name }) => name === 'help')) return { kind: 'help' }
  if (flags.some(({ name }) => name === 'version')) return { kind: 'version' }
  if (folders.length > 1) return mistake(`Name one folder, not ${folders.length}.`)
  if (folders[0] === '') return mistake('The name of the folder is empty.')
  if (chosen.length > 1) return mistake(`Choose one of ${chosen.map(toFlag).join(' and ')}.`)
  const template = chosen[0]?.name
  const hasTeams = flags.some(({ name }) => name === 'teams')
  // Teams need accounts.
  const hasAccounts = hasTeams || flags.some(({ name }) => name === 'accounts')
  const kit = hasTeams ? '--teams' : '--accounts'
  const hasKit = template === 'react' || (template === 'api' && !hasTeams)
  if (hasAccounts && template !== undefined && !hasKit) {
    const advice = template === 'api' ? '' : ` You can write them yourself: ${ownPages}`
    return mistake(`The pages of ${kit} are in React: leave out --${template}.${advice}`)
  }
  const isEmpty = flags.some(({ name }) => name === 'empty')
  if (hasAccounts && isEmpty) {
    return mistake(`An application with ${kit} has no todo list: leave out --empty.`)
  }
  const named = flags.find(({ name }) => name === 'template')
  const whole = wholeNames.find((name) => name === named?.value)
  if (named !== undefined && whole === undefined) {
    return mistake(`Unknown template "${named.value ?? ''}". Known: ${wholeNames.join(', ')}.`)
  }
  if (whole !== undefined && (template !== undefined || hasAccounts || isEmpty)) {
    return mistake(`The template "${whole}" is a whole application: leave out the other options.`)
  }
  return { kind: 'create', folder: folders[0], template, hasAccounts, hasTeams, isEmpty, whole }
}

const options = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  react: { type: 'boolean' },
  vue: { type: 'boolean' },
  svelte: { type: 'boolean' },
  api: { type: 'boolean' },
  accounts: { type: 'boolean' },
  teams: { type: 'boolean' },
  empty: { type: 'boolean' },
  template: { type: 'string' },
} as const

/** What to copy, and which pages to write. */
const ownPages =
  'https://github.com/tenon-framework/tenon/blob/main/docs/guide/accounts-kit.md#vue-and-svelte'

function toUnknown({ name, rawName }: { readonly name: string; readonly rawName: string }): string {
  const nearest = findNearestOption(name, Object.keys(options))
  const hint = nearest === undefined ? '' : ` Did you mean "--${nearest}"?`
  return `Unknown option "${rawName}".${hint}`
}

function toFlag({ name }: { readonly name: string }): string {
  return `--${name}`
}

function mistake(message: string): Call {
  return { kind: 'mistake', message }
}
