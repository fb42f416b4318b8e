import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArguments } from './parse-arguments.ts'
import { askForFolder, askForKind, askForUsers, type Terminal } from './questions.ts'
import { Refusal } from './refusal.ts'
import { defaultKind, type Kind, type TemplateName, type WholeName } from './template-choice.ts'
import { findTakenOptions, toCommand, toShellWord } from './typed-command.ts'

const usage = `Usage: npm create tenon@latest <folder> -- [options]

  --react      pages in React (default)
  --vue        pages in Vue
  --svelte     pages in Svelte
  --api        JSON without pages
  --accounts   with accounts: register, log in, settings (React), or tokens (API)
  --teams      with accounts, and teams with roles and invitations (React only)
  --template helpdesk
               a whole application: a helpdesk for several teams
  --empty      without the todo list, for example for an existing database
  --help, -h
  --version, -v`

/** The same exit codes as the application binary: success, failure, wrong usage. */
const exitCode = { done: 0, failed: 1, usage: 64 } as const

/** Runs the scaffolder from the folder `home` with a command line; returns an exit code. */
export async function run(args: readonly string[], home: string): Promise<number> {
  const taken = findTakenOptions(args, process.env)
  if (taken.length > 0) {
    const command = toCommand(args, taken)
    console.error(
      `npm has kept ${taken.join(' and ')} for itself. Write options after "--":\n\n  ${command}`,
    )
    return exitCode.usage
  }
  const call = parseArguments(args)
  if (call.kind === 'create') {
    return process.stdin.isTTY ? createAsked(call, home) : createUnasked(call, home)
  }
  if (call.kind === 'mistake') {
    console.error(`${call.message}\n\n${usage}`)
    return exitCode.usage
  }
  console.log(call.kind === 'help' ? usage : `create-tenon ${readVersion(home)}`)
  return exitCode.done
}

interface Wanted {
  readonly folder: string | undefined
  readonly template: Kind | undefined
  readonly hasAccounts: boolean
  readonly hasTeams: boolean
  readonly isEmpty: boolean
  readonly whole: WholeName | undefined
}

/** Asks for what the command line does not specify. */
async function createAsked(wanted: Wanted, home: string): Promise<number> {
  const terminal = { input: process.stdin, output: process.stdout }
  const folder = wanted.folder ?? (await askForFolder(terminal))
  if (folder === undefined) return cancelled()
  const template = await askForTemplate(wanted, terminal)
  if (template === undefined) return cancelled()
  return create(resolve(folder), join(home, 'template', template))
}

/** Offers accounts with React, because their pages are in React, and for an API, which has no pages. */
async function askForTemplate(
  wanted: Wanted,
  terminal: Terminal,
): Promise<TemplateName | undefined> {
  if (wanted.whole !== undefined) return wanted.whole
  if (wanted.hasTeams) return 'teams'
  if (wanted.hasAccounts) return toAccounts(wanted.template)
  const kind = wanted.template ?? (await askForKind(terminal))
  if (kind === undefined) return undefined
  if (wanted.isEmpty) return `${kind}-empty`
  if (kind !== 'react' && kind !== 'api') return kind
  const users = await askForUsers(terminal, kind)
  return users === 'accounts' ? toAccounts(kind) : users === 'none' ? kind : users
}

function toAccounts(kind: Kind | undefined): TemplateName {
  return kind === 'api' ? 'api-accounts' : 'accounts'
}

/** Creates the application without asking, because there is no terminal. */
async function createUnasked(wanted: Wanted, home: string): Promise<number> {
  const { folder } = wanted
  const template = toTemplate(wanted)
  if (folder !== undefined) return create(resolve(folder), join(home, 'template', template))
  console.error(`Missing folder for the new application.\n\n${usage}`)
  return exitCode.usage
}

function toTemplate(wanted: Wanted): TemplateName {
  const { template: kind = defaultKind, hasAccounts, hasTeams, isEmpty, whole } = wanted
  if (whole !== undefined) return whole
  if (hasTeams) return 'teams'
  if (hasAccounts) return toAccounts(kind)
  return isEmpty ? `${kind}-empty` : kind
}

function cancelled(): number {
  console.error('Nothing was created.')
  return exitCode.failed
}

async function create(folder: string, template: string): Promise<number> {
  // Load it only here: an older Node cannot load it, but can still print the usage.
  const { createApp } = await import('./create-app.ts')
  try {
    createApp(folder, template)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
    return exitCode.failed
  }
  console.log(nextSteps(folder))
  return exitCode.done
}

function nextSteps(folder: string): string {
  const path = relative('', folder)
  return [
    `Created a Tenon application in ${folder}`,
    '',
    ...(path === '' ? [] : [`  cd ${toShellWord(path)}`]),
    '  npm install',
    '  npm run dev',
    '',
    'Then open http://localhost:8080. README.md lists the other commands.',
  ].join('\n')
}

function readVersion(home: string): string {
  const manifest: { version: string } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  return manifest.version
}
