import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './command.ts'
import { reach } from './importing-files.ts'

const tenon = join(root, 'packages/tenon')

/** The folder of the compiled modules. */
export const compiled = join(tenon, 'dist')

/** A door of the package, with paths of compiled files. */
export interface NodeDoor {
  readonly name: string
  /** The module itself, which bundlers read. */
  readonly module: string
  /** What Node loads instead. */
  readonly bundle: string
}

/** The doors that Node loads as a bundle. */
export function readNodeDoors(): readonly NodeDoor[] {
  return readExports().flatMap(([name, { module, default: bundle }]) =>
    module === undefined
      ? []
      : [{ name, module: join(tenon, module), bundle: join(tenon, bundle) }],
  )
}

/** The modules outside the bundle: modules that other doors import, and modules that are imported by a path. */
export function findApart(): ReadonlySet<string> {
  const others = readExports().filter(([, { module }]) => module === undefined)
  const files = others.map(([, door]) => join(tenon, door.default))
  return reach([...files, ...byPath.map((path) => join(compiled, path))])
}

/** Modules that Tenon's code imports by a computed path, which no bundler can follow. */
const byPath = [
  'pages/client/supplied-routes.js',
  'pages/mails/create-mail-renderer.js',
  'pages/ssr/answer-renders.js',
  'pages/ssr/base-of-worker.js',
]

interface Targets {
  readonly module?: string
  readonly default: string
}

function readExports(): readonly (readonly [name: string, targets: Targets])[] {
  const manifest: { readonly exports: Readonly<Record<string, Targets | string>> } = JSON.parse(
    readFileSync(join(tenon, 'package.json'), 'utf8'),
  )
  return Object.entries(manifest.exports).flatMap(([name, targets]) =>
    typeof targets === 'string' ? [] : [[name, targets] as const],
  )
}
