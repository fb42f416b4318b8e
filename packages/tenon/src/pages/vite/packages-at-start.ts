import { join } from 'node:path'
import type { Plugin, Rollup } from 'vite'
import { parseSource } from './parse-source.ts'

type ModuleInfo = Rollup.ModuleInfo
type FindModule = (id: string) => ModuleInfo | null

/**
 * The modules of packages that every start of an application loads. A build puts them into one file,
 * because Node needs about a millisecond to find and link each file.
 *
 * A module may use top-level `await` for a dynamic import. If the imported file needs a module of the
 * waiting file, both wait forever. So modules of the application, which may do this, are never included.
 * If a package does this, the build does not join the modules.
 */
export class PackagesAtStart {
  readonly plugin: Plugin
  readonly #ids = new Set<string>()

  constructor(entry: string) {
    const find = (findModule: FindModule): void => this.#find(entry, findModule)
    this.plugin = {
      name: 'tenon:packages-at-start',
      buildEnd() {
        find((id) => this.getModuleInfo(id))
      },
    }
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  #find(entry: string, findModule: FindModule): void {
    const modules = follow([entry], findModule, ({ importedIds }) => importedIds)
    const packages = modules.filter(({ id }) => isOfPackage(id))
    const awaited = follow(
      packages.filter(waitsAtTop).flatMap((module) => module.dynamicallyImportedIds),
      findModule,
      (module) => [...module.importedIds, ...module.dynamicallyImportedIds],
    )
    const ids = new Set(packages.map(({ id }) => id))
    if (awaited.some(({ id }) => ids.has(id))) return
    for (const id of ids) this.#ids.add(id)
  }
}

/** Lists modules and all modules that can be reached from them. */
function follow(
  from: readonly string[],
  findModule: FindModule,
  next: (module: ModuleInfo) => readonly string[],
): readonly ModuleInfo[] {
  const found = new Map<string, ModuleInfo>()
  const waiting = [...from]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const module = found.has(id) ? null : findModule(id)
    if (module === null) continue
    found.set(id, module)
    waiting.push(...next(module))
  }
  return [...found.values()]
}

const tenonFolder = join(import.meta.dirname, '../..')

function isOfPackage(id: string): boolean {
  return id.includes('/node_modules/') || id.startsWith(tenonFolder)
}

function waitsAtTop({ code, dynamicallyImportedIds }: ModuleInfo): boolean {
  if (code === null || dynamicallyImportedIds.length === 0 || !code.includes('await')) return false
  const tree = parseSource('module.js', code)
  return tree === undefined || hasAwait(tree)
}

/** Whether code has a top-level `await`. */
function hasAwait(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasAwait)
  if (typeof node !== 'object' || node === null) return false
  const type: unknown = Reflect.get(node, 'type')
  if (type === 'AwaitExpression' || Reflect.get(node, 'await') === true) return true
  if (typeof type === 'string' && type.includes('Function')) return false
  return Object.values(node).some(hasAwait)
}
