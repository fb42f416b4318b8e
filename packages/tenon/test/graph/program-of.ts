import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  loadApplication,
  type LoadedApplication,
} from '../../src/tooling/development/load-application.ts'
import { checkProgram } from '../../src/tooling/graph/check-program.ts'
import { createFileReader, type ReadFile } from '../../src/tooling/graph/program/program-file.ts'
import type { Finding, Program } from '../../src/tooling/graph/program/program.ts'
import { readProgram } from '../../src/tooling/graph/program/read-program.ts'

/** An example without an `.env.example` needs no variable. */
const noVariables: ReadonlySet<string> = new Set()

const repository = join(import.meta.dirname, '../../../..')

/** An application whose sources can be changed without writing them. */
export interface Changeable {
  readonly program: Program
  /** What is found after a change: the new text of each file, by path. */
  readonly check: (changes: Readonly<Record<string, Change>>) => readonly Finding[]
}

/** A new file, or what stands in a file, and what is written there. */
export type Change = string | readonly [was: string, is: string]

/** Reads an example. `pages` is a template whose pages it gets: `vue`. */
export async function programOf(example: string, pages?: string): Promise<Changeable> {
  const root = join(repository, 'examples', example)
  const { application } = await load(join(root, 'main.ts'))
  const read = createFileReader(root)
  const found = readProgram(application.options)
  const own = { ...found, exampleVariables: found.exampleVariables ?? noVariables }
  const program = pages === undefined ? own : withPages(own, pages, read)
  return { program, check: (changes) => checkProgram(withChanges(program, changes, read)) }
}

/** A main file runs once under a name, and other tests of this process may have run it under its own. */
function load(main: string): Promise<LoadedApplication> {
  const run = (file: string): Promise<unknown> => import(`${pathToFileURL(file).href}?graph`)
  const loaded = applications.get(main) ?? loadApplication(main, run)
  applications.set(main, loaded)
  return loaded
}

const applications = new Map<string, Promise<LoadedApplication>>()

function withPages(program: Program, template: string, read: ReadFile): Program {
  const folder = join(repository, 'packages/create-tenon/templates', template)
  const texts = globSync('resources/**/*.{ts,vue,svelte}', { cwd: folder })
    .filter((path) => !path.endsWith('.d.ts'))
    .map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const)
  const own = program.files.filter(({ path }) => !path.startsWith('resources/'))
  return withChanges({ ...program, files: own, pages: new Map() }, Object.fromEntries(texts), read)
}

function withChanges(
  program: Program,
  changes: Readonly<Record<string, Change>>,
  read: ReadFile,
): Program {
  const changed = Object.entries(changes).map(([path, change]) => {
    const text = typeof change === 'string' ? change : replace(path, change, program)
    const file = read(path, text)
    if (file === undefined) throw new Error(`The syntax of ${path} is wrong:\n${text}`)
    return file
  })
  const named = (kind: string) =>
    changed.flatMap((file) => {
      const [, name] =
        new RegExp(`^resources/${kind}/(.+)\\.(?:tsx|vue|svelte)$`).exec(file.path) ?? []
      return name === undefined ? [] : [[name, file] as const]
    })
  return {
    ...program,
    files: [...program.files.filter(({ path }) => !(path in changes)), ...changed],
    pages: new Map([...program.pages, ...named('pages')]),
    mails: new Map([...program.mails, ...named('mails')]),
  }
}

function replace(path: string, [was, is]: readonly [string, string], { files }: Program): string {
  const text = files.find((file) => file.path === path)?.text
  if (text?.includes(was) !== true) throw new Error(`${path} does not contain ${was}`)
  return text.replace(was, () => is)
}
