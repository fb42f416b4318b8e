import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The sources of `createServiceClient`, each after those that it needs. They are short, import no package, and no name
 * is in two of them, so that one file can hold them all.
 */
const sources = [
  'base/support/setup-error.ts',
  'base/support/duration.ts',
  'base/support/values/answer-place.ts',
  'base/support/values/fill-path.ts',
  'web/routing/types/unknown-route.ts',
  'web/body/write-query.ts',
  'pages/client/revival/revive.ts',
  'pages/client/calls/api-error.ts',
  'pages/client/calls/read-items.ts',
  'pages/client/calls/call-body.ts',
  'pages/client/calls/call-options.ts',
  'pages/client/calls/operation.ts',
  'pages/client/calls/call.ts',
  'pages/client/calls/sender.ts',
  'pages/client/calls/api.ts',
  'pages/client/calls/create-service-client.ts',
]

/** The package, whose sources are published. A built application has none of them beside it. */
const folder = join(import.meta.dirname, '../../../../src')

/** Writes `createServiceClient` without imports; `undefined` if the sources of the package are not there. */
export function writeStandaloneClient(): string | undefined {
  const files = sources.map((path) => join(folder, path))
  // If only some are there, the list is wrong, and reading says which file is missing.
  if (!files.some((file) => existsSync(file))) return undefined
  const texts = files.map((file) => readFileSync(file, 'utf8').replaceAll(imports, '').trim())
  return [...texts, instead].join('\n\n')
}

const imports = /^import [^']*'\.[^']*'\n+/gm

/**
 * Takes the place of what the sources import from pages: a table in the document, the types of its routes, and whom
 * the document was made for.
 */
const instead = `const shownPage: {
  readonly viewer?: (method: string, url: string) => Readonly<Record<string, string>> | undefined
} = {}

type RouteTable = Readonly<Record<string, string>>

interface KnownRoute {
  readonly method: string
  readonly path: string
}

function getRoute(name: string, table: RouteTable = {}): KnownRoute {
  const entry = Object.hasOwn(table, name) ? table[name] : undefined
  if (entry === undefined) throw new Error(\`There is no route named "\${name}".\`)
  const start = entry.indexOf('/')
  return { method: entry.slice(0, start - 1).toLowerCase(), path: entry.slice(start) }
}`
