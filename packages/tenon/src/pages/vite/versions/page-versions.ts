import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import type { Plugin, Rollup } from 'vite'
import { toPageName } from '../../assets/page-files.ts'

/*
 * Gives each page of a build a version: a hash of the modules that the page needs and of those that start the client.
 *
 * Hashing chunks would not work. A chunk contains the names of other chunks, so their names change with every
 * deployment: when one page changes, the entry that lists the pages changes, and so do all chunks that import from the
 * entry.
 *
 * If two builds give a page the same version, they have the same code for it. So a tab of one build may show props of
 * the other: the compiler has checked both against this code. For this reason, the hash does not include the types of
 * props.
 */

type ModuleInfo = Rollup.ModuleInfo
type FindModule = (id: string) => ModuleInfo | null

/** The version of each page, by its name. */
type Versions = Readonly<Record<string, string>>

/** Finds the versions of the pages in one build of the client. */
export class PageVersions {
  readonly plugin: Plugin
  /** The modules that are hashed in their original form, not in the form that plugins have made of them. */
  readonly #written = new Map<string, string>()
  #found: Versions = {}

  constructor(root: string) {
    const written = this.#written
    const find = (settings: string, ids: Iterable<string>, findModule: FindModule): void => {
      this.#found = this.#find(root, { settings, ids, findModule })
    }
    let settings = ''
    this.plugin = {
      name: 'tenon:page-versions',
      configResolved: ({ define, env }) => {
        settings = JSON.stringify([define, env])
      },
      transform: {
        order: 'pre',
        handler(code, id) {
          if (isStyle.test(id) || listsModules.test(code)) written.set(id, code)
        },
      },
      buildEnd(error) {
        if (error === undefined) find(settings, this.getModuleIds(), (id) => this.getModuleInfo(id))
      },
    }
  }

  get found(): Versions {
    return this.#found
  }

  #find(root: string, { settings, ids, findModule }: Graph): Versions {
    const modules = [...ids].flatMap((id) => findModule(id) ?? [])
    const names = new Map(
      modules.flatMap(({ id }) => {
        const name = toPageName(relative(root, id).replaceAll('\\', '/'))
        return name === undefined ? [] : [[id, name] as const]
      }),
    )
    const hashes = new Map(modules.map((module) => [module.id, this.#hash(module)]))
    const needs = new Map(modules.map((module) => [module.id, this.#toNeeds(module, names)]))

    const entries = modules.filter(({ isEntry }) => isEntry).map(({ id }) => id)
    const start = reach(entries, needs)
    const versions = [...names].map(([id, name]) => {
      const needed = [...start, ...reach([id], needs, start)]
      const parts = needed.flatMap((one) => hashes.get(one) ?? []).toSorted()
      return [name, hash(JSON.stringify([name, settings, parts])).slice(0, 16)] as const
    })
    return Object.fromEntries(versions.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  }

  #hash({ id, code }: ModuleInfo): string {
    return hash(this.#written.get(id) ?? code ?? '')
  }

  /** The modules that a module needs. For the module that lists the pages, the pages are left out. */
  #toNeeds(module: ModuleInfo, pages: ReadonlyMap<string, string>): readonly string[] {
    const { id, importedIds, dynamicallyImportedIds } = module
    const listsPages = this.#written.has(id) && !pages.has(id)
    const later = listsPages
      ? dynamicallyImportedIds.filter((imported) => !pages.has(imported))
      : dynamicallyImportedIds
    return [...importedIds, ...later]
  }
}

interface Graph {
  /** The parts of the configuration that affect the code of every module. */
  readonly settings: string
  readonly ids: Iterable<string>
  readonly findModule: FindModule
}

/**
 * Style sheets are hashed in their original form: Tailwind generates one with the classes of all pages, which changes
 * with any page. Files that style sheets import are not hashed. A tab keeps the styles of its build, so it looks as
 * before.
 */
const isStyle = /\.(?:css|scss|sass|less|styl|stylus|pcss|postcss)(?:$|\?)/
const listsModules = /\bimport\.meta\.glob\b/

/** Finds the modules that can be reached from some modules, without the known ones. */
function reach(
  from: readonly string[],
  needs: ReadonlyMap<string, readonly string[]>,
  known: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const reached = new Set<string>()
  const waiting = [...from]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id) || known.has(id)) continue
    reached.add(id)
    waiting.push(...(needs.get(id) ?? []))
  }
  return reached
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
