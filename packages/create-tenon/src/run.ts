import { relative, resolve } from 'node:path'
import { ask } from './ask.ts'
import { createApp } from './create-app.ts'
import { Refusal } from './refusal.ts'

const usage = 'Usage: npm create tenon@latest <folder>'

/** Exit codes as the application binary has them: done, failed, and a call that makes no sense. */
const exitCode = { done: 0, failed: 1, usage: 64 } as const

/** Runs the scaffolder with the arguments of its command line; answers with an exit code. */
export async function run(args: readonly string[], template: string): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage)
    return exitCode.done
  }

  const folder = args.length === 0 ? await askForFolder() : args[0]
  if (args.length > 1 || folder === undefined || folder === '' || folder.startsWith('-')) {
    console.error(usage)
    return exitCode.usage
  }
  return create(resolve(folder), template)
}

function create(folder: string, template: string): number {
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

/** Asks only where somebody can answer. */
async function askForFolder(): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined
  const terminal = { input: process.stdin, output: process.stdout }
  return ask('Folder of the new application: ', terminal)
}

function nextSteps(folder: string): string {
  const version = Number.parseInt(process.versions.node, 10)
  const path = relative('', folder)
  return [
    `Created a Tenon application in ${folder}`,
    '',
    ...(path === '' ? [] : [`  cd ${path}`]),
    '  npm install',
    '  npm run dev',
    ...(version < 24 ? ['', `Tenon needs Node 24 or newer; this is ${process.version}.`] : []),
  ].join('\n')
}
