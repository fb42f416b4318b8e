import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { packTemplates } from '../pack/pack-template.ts'
import type { TemplateName } from '../pack/templates.ts'

export const own = join(import.meta.dirname, '..')
export const workspace = join(own, '../..')

export interface Ended {
  readonly stdout: string
  readonly stderr: string
  readonly status: number | null
}

let isBuilt = false

/** Builds the scaffolder as it is published, once for all tests of this process. */
export function buildScaffolder(): void {
  if (isBuilt) return
  execFileSync(join(workspace, 'node_modules/.bin/tsc'), ['-p', join(own, 'tsconfig.build.json')])
  packTemplates(join(own, 'template'))
  isBuilt = true
}

/** The limit of a command in milliseconds. While it runs, this process does nothing else. */
const timeout = 200_000

/** Runs the scaffolder in a folder, without a terminal. */
export function scaffold(
  folder: string,
  args: readonly string[],
  variables: NodeJS.ProcessEnv = {},
): Ended {
  const binary = join(own, 'bin/create-tenon.js')
  const env = { ...process.env, ...variables }
  return spawnSync(process.execPath, [binary, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout,
  })
}

/** Creates an application that uses the workspace's installed packages instead of its own. */
export function scaffoldInstalled(folder: string, template: TemplateName): string {
  scaffold(folder, ['my-app', ...toFlags(template)])
  const app = join(folder, 'my-app')
  linkPackages(join(workspace, 'node_modules'), join(app, 'node_modules'))
  // TypeScript 6 and what needs it; the workspace itself is checked by TypeScript 7.
  const needsOlder = /^(?:vue|svelte)/.test(template)
  if (needsOlder) linkPackages(join(own, 'node_modules'), join(app, 'node_modules'))
  else useOneThread(join(app, 'node_modules/.bin/tsc'))
  return app
}

/** TypeScript 7 checks some types again in each thread, for twice the CPU. */
function useOneThread(compiler: string): void {
  const program = readlinkSync(compiler)
  rmSync(compiler)
  writeFileSync(compiler, `#!/bin/sh\nexec "${program}" --singleThreaded "$@"\n`, { mode: 0o755 })
}

/** How the command line names a template. */
function toFlags(template: TemplateName): readonly string[] {
  if (template === 'helpdesk') return ['--template', template]
  return template.split('-').map((flag) => `--${flag}`)
}

/** Runs a script of an application without colours, which the linter prints if `CI` is set. */
export function runScript(app: string, script: string, variables: NodeJS.ProcessEnv = {}): Ended {
  const env = { ...process.env, ...variables }
  const ended = spawnSync('npm', ['run', script], { cwd: app, env, encoding: 'utf8', timeout })
  return { ...ended, stdout: stripVTControlCharacters(ended.stdout) }
}

/** Links each package and each command, replacing existing ones. */
function linkPackages(installed: string, target: string): void {
  linkEntries(join(installed, '.bin'), join(target, '.bin'))
  linkEntries(installed, target)
}

function linkEntries(source: string, target: string): void {
  mkdirSync(target, { recursive: true })
  for (const name of readdirSync(source).filter((name) => !name.startsWith('.'))) {
    rmSync(join(target, name), { force: true })
    symlinkSync(join(source, name), join(target, name))
  }
}
