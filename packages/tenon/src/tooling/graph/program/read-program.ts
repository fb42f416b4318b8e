import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { ApplicationOptions } from '../../../application/runtime/application-options.ts'
import { toDocumentPaths } from '../../../application/contract/serve-document.ts'
import { isBody, isQuery } from '../../../application/contract/openapi/request-schema.ts'
import type { JsonSchema } from '../../../application/contract/openapi/json-schema.ts'
import { findPageFiles, pagesFolder } from '../../../pages/assets/page-files.ts'
import { publicFolder } from '../../../pages/assets/load-assets.ts'
import { findMailFiles } from '../../../pages/mails/mail-files.ts'
import { mailsFolder } from '../../../pages/mails/mail-name.ts'
import { toJsonSchema } from '../../../web/validation/to-json-schema.ts'
import { inLanguages } from '../../../web/routing/localized/localized-routes.ts'
import type { ListedRoute } from '../../../web/routing/route-list.ts'
import type { Program, ProgramRoute } from './program.ts'
import { createFileReader, type ProgramFile } from './program-file.ts'

/** Reads an application: the declarations of its main file, and its sources. */
export function readProgram(application: ApplicationOptions): Program {
  const { root, routes } = application
  const read = createFileReader(root)
  const files = findSources(root).flatMap(
    (path) => read(path, readFileSync(join(root, path), 'utf8')) ?? [],
  )
  return {
    routes: routes.routes.map((route) => toProgramRoute(route, application)),
    registered: toRegistered(application),
    languages: application.languages ?? [],
    publicPaths: new Set(findFiles(join(root, publicFolder)).map((path) => `/${path}`)),
    documentPaths: toDocumentPaths(application),
    exampleVariables: readExample(root),
    files,
    pages: toComponents(pagesFolder, findPageFiles(root), files),
    mails: toComponents(mailsFolder, findMailFiles(root), files),
  }
}

/** The names of everything that is registered, as they are at run time. */
function toRegistered(application: ApplicationOptions): Program['registered'] {
  const { jobs = [], tasks = [], listeners = [], commands = [] } = application
  const toNames = (list: readonly object[]): ReadonlySet<string> =>
    new Set(list.map((each) => String(Reflect.get(each, 'name') ?? '')))
  return {
    jobs: toNames(jobs),
    tasks: toNames(tasks),
    listeners: toNames(listeners),
    commands: toNames(commands),
  }
}

function findSources(root: string): readonly string[] {
  return findFiles(root)
    .filter((path) => /\.(?:tsx?|mts|jsx?|mjs|vue|svelte)$/.test(path) && !path.endsWith('.d.ts'))
    .filter(
      (path) =>
        !/^(?:tests?|database\/(?:migrations|factories))\/|\.(?:test|spec|stories)\./.test(path),
    )
    .filter((path) => path === 'main.ts' || /^(?:app|resources|database)\//.test(path))
}

function findFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return globSync('**/*.*', { cwd: folder, exclude: (path) => foreign.has(path) })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
}

const foreign = new Set(['node_modules', 'build', 'dist', '.git'])

function toComponents(
  folder: string,
  components: readonly { readonly name: string; readonly file: string }[] | undefined,
  files: readonly ProgramFile[],
): ReadonlyMap<string, ProgramFile> {
  return new Map(
    (components ?? []).flatMap(({ name, file }) => {
      const source = files.find(({ path }) => path === `${folder}/${file}`)
      return source === undefined ? [] : [[name, source] as const]
    }),
  )
}

function readExample(root: string): ReadonlySet<string> | undefined {
  const path = join(root, '.env.example')
  if (!existsSync(path)) return undefined
  // A variable in a comment counts too.
  const lines = readFileSync(path, 'utf8').matchAll(
    /^\s*#?\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=/gm,
  )
  return new Set([...lines].map(([, name = '']) => name))
}

function toProgramRoute(
  route: ListedRoute,
  { root, routes, languages }: ApplicationOptions,
): ProgramRoute {
  const { method, pattern, name, place, description, tool } = route
  const [, file = '', line = '1'] = /^(.*?):(\d+)(?::\d+)?$/.exec(place.location) ?? []
  const own = { ...routes, routes: [route] }
  const listed = languages === undefined ? own : inLanguages(own, languages)
  return {
    method,
    path: pattern.path,
    paths: listed.routes.map((each) => each.pattern.path),
    name,
    file: relative(root, join(process.cwd(), file)).replaceAll('\\', '/'),
    line: Number(line),
    fields: toFields(route),
    isPublished: description !== undefined || tool !== undefined || statesAnswers(route),
  }
}

/** A handler without declared responses has the property as well: it is undefined. */
function statesAnswers({ handler }: ListedRoute): boolean {
  return 'answers' in handler && handler.answers !== undefined
}

function toFields({ handler, method }: ListedRoute): JsonSchema | undefined {
  if (!('bindings' in handler)) return undefined
  const bindings = Object.values(handler.bindings as object)
  const binding = bindings.find(method === 'GET' ? isQuery : isBody)
  return binding && toJsonSchema(binding.schema, 'input').schema
}
