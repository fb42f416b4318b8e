import { builtinModules } from 'node:module'
import { createServerModuleRunner, type Plugin, type UserConfig, type ViteDevServer } from 'vite'
import { sayDoor } from '../../base/console/find-door.ts'
import {
  ESModulesEvaluator,
  type ModuleEvaluator,
  type ModuleRunner,
  type ModuleRunnerContext,
} from 'vite/module-runner'
import { toExportError, toImportError, toSourceError } from './errors/source-error.ts'

/**
 * The application's server-side modules. Vite transforms them, and they run in this process. After a
 * change, only the changed files and their importers run again. Node itself loads packages.
 */
export class ServerModules {
  readonly #onChange: (file: string) => void
  #vite: ViteDevServer | undefined
  #runner: ModuleRunner | undefined
  #hasFailed = false

  /** Calls `onChange` for each changed file that a loaded module depends on. */
  constructor(onChange: (file: string) => void) {
    this.#onChange = onChange
  }

  /** Runs a file and those of its imports that have changed. Throws the errors of the modules. */
  async load(file: string): Promise<unknown> {
    const runner = this.#runner ?? this.#createRunner()
    // Clear the cache: a module that threw is cached with its error, even if the cause was elsewhere.
    if (this.#hasFailed) runner.clearCache()
    try {
      const loaded: unknown = await runner.import(file)
      this.#hasFailed = false
      return loaded
    } catch (error) {
      this.#hasFailed = true
      throw toSourceError(error)
    }
  }

  get plugin(): Plugin {
    const onChange = this.#onChange
    const hasFailed = (): boolean => this.#hasFailed
    return {
      name: 'tenon:server-modules',
      config: (): UserConfig => ({ environments: { ssr: { resolve: { builtins: nodesOwn } } } }),
      configureServer: (vite) => this.#attach(vite),
      hotUpdate({ type, file, modules, timestamp }) {
        if (this.environment.name !== 'ssr') return undefined
        // The new file may be the missing one. Vite does not record which module needs a missing file.
        const mayFix = type === 'create' && hasFailed()
        if (mayFix) this.environment.moduleGraph.invalidateAll()
        const seen = new Set<(typeof modules)[number]>()
        for (const module of modules) {
          this.environment.moduleGraph.invalidateModule(module, seen, timestamp, true)
        }
        if (modules.length > 0 || mayFix) onChange(file)
        return []
      },
    }
  }

  async close(): Promise<void> {
    await this.#runner?.close()
  }

  /** Takes a new server. Vite restarts with new environments when its configuration or an `.env` file changes. */
  async #attach(vite: ViteDevServer): Promise<void> {
    const isRestart = this.#vite !== undefined
    this.#vite = vite
    await this.#runner?.close()
    this.#runner = undefined
    if (isRestart) this.#onChange('.env')
  }

  #createRunner(): ModuleRunner {
    if (this.#vite === undefined) throw new TypeError('The plugin is not part of a server')
    const { ssr } = this.#vite.environments
    if (ssr === undefined) throw new TypeError('Vite has no server environment')
    return (this.#runner = createServerModuleRunner(ssr, { hmr: false, evaluator }))
  }
}

/**
 * The modules that Node itself resolves and loads: its built-in modules and `tenon`. The application and the
 * server around it must share one instance of `tenon`, even if the package is linked.
 */
const nodesOwn: (string | RegExp)[] = [...builtinModules, /^node:/, /^tenon(?:\/|$)/]

const inlined = new ESModulesEvaluator()

const evaluator: ModuleEvaluator = {
  startOffset: inlined.startOffset,
  runInlinedModule: (context, code) => inlined.runInlinedModule(linked(context), code),
  // If this file imports `tenon`, it gets this package, under the same export condition.
  runExternalModule: (specifier) => import(specifier),
}

/** Links modules as Node does: importing a missing name is an error with the place of the import. */
function linked(context: ModuleRunnerContext): ModuleRunnerContext {
  const runImport = context.__vite_ssr_import__
  return {
    ...context,
    async __vite_ssr_import__(url, { importedNames = [] } = {}) {
      const imported: unknown = await runImport(url).catch((error: unknown) => {
        throw toImportError(error, new Error())
      })
      const missing = importedNames.find((name) => isMissing(imported, name))
      if (missing !== undefined) {
        const caller = new Error()
        throw toExportError(caller, await sayDoor(missing, url), { missing, url })
      }
      return imported
    },
  }
}

/** Whether a name is missing. In an import cycle, a module may still get its names; it is sealed when it has run. */
function isMissing(module: unknown, name: string): boolean {
  return (
    typeof module === 'object' && module !== null && Object.isSealed(module) && !(name in module)
  )
}
