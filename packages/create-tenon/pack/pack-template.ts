import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { linterConfig } from './linter-config.ts'
import { toCompilerConfig, toManifest } from './standalone.ts'

/** Where a template comes from. */
export interface TemplateSource {
  /** The folder of the workspace. */
  readonly workspace: string
  /** The folder of the example in it. */
  readonly example: string
}

/** Writes the example as an application that stands outside the workspace; replaces the target. */
export function packTemplate({ workspace, example }: TemplateSource, target: string): void {
  rmSync(target, { recursive: true, force: true })
  cpSync(example, target, {
    recursive: true,
    filter: (path) => isWrittenByHand(relative(example, path)),
  })

  const manifest = toManifest({
    example: readJson(join(example, 'package.json')),
    workspace: readJson(join(workspace, 'package.json')),
    tenon: readJson(join(workspace, 'packages/tenon/package.json')),
  })
  const compilerConfig = toCompilerConfig(
    readJson(join(workspace, 'tsconfig.base.json')),
    readJson(join(example, 'tsconfig.json')),
  )
  writeJson(join(target, 'package.json'), manifest)
  writeJson(join(target, 'tsconfig.json'), compilerConfig)
  writeJson(join(target, '.oxlintrc.json'), linterConfig)
  writeFileSync(join(target, '_gitignore'), ignored)
}

const ignored = [
  'node_modules/',
  'build/',
  '.env',
  '.env.local',
  '.env.*.local',
  '*.sqlite',
  '*.sqlite-*',
  '',
].join('\n')

/** Leaves out what installing, building and running have put there. */
function isWrittenByHand(path: string): boolean {
  const names = path.split(sep)
  if (names.includes('node_modules') || names.includes('build')) return false
  return !/^\.env|^\.gitignore$|\.sqlite(?:-\w+)?$|\.tsbuildinfo$/.test(names.at(-1) ?? '')
}

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}

if (import.meta.main) {
  const workspace = join(import.meta.dirname, '../../..')
  const example = join(workspace, 'examples/todo')
  packTemplate({ workspace, example }, join(import.meta.dirname, '../template'))
}
