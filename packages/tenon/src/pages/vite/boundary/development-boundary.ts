import { join } from 'node:path'
import type { DevEnvironment, Plugin } from 'vite'
import { toServerImportError } from './import-chain.ts'
import { isServerCode } from './server-code.ts'

/**
 * Rejects modules for browsers that import server code: Vite says so in the terminal and over the page.
 *
 * Vite records what a module imports only after it has begun to read the imported modules. So the plugin records
 * it too, and asks Vite's graph, which forgets removed imports, about modules that have been read.
 */
export function developmentBoundary(root: string): Plugin {
  const importersOf = new Map<string, Set<string>>()

  const record = (id: string, importer: string): void => {
    const importers = importersOf.get(id) ?? new Set()
    importersOf.set(id, importers.add(importer))
  }
  const toFinder = (environment: DevEnvironment) => (id: string) =>
    [...(importersOf.get(id) ?? [])].filter((importer) => {
      const module = environment.moduleGraph.getModuleById(importer)
      const isRead = module?.transformResult != null
      return !isRead || [...module.importedModules].some((imported) => imported.id === id)
    })
  return {
    name: 'tenon:development-boundary',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(name, importer, options) {
      if (importer === undefined || importer.includes('/node_modules/')) return undefined
      // What a document asks for by URL has this importer.
      if (importer === join(root, 'index.html')) return undefined
      if (!isServerCode(name, importer)) {
        const resolved = await this.resolve(name, importer, { ...options, skipSelf: true })
        if (resolved !== null) record(resolved.id, importer)
        return resolved
      }
      // The search for dependencies also reads components that nobody looks at.
      if (Reflect.get(options, 'scan') === true) return { id: name, external: true }
      if (this.environment.mode !== 'dev') return undefined
      const error = toServerImportError(root, [{ importer, name }], toFinder(this.environment))
      error.stack = error.message // its frames are those of Vite
      throw error
    },
  }
}

/** Throws `E_SERVER_IMPORT` if a module imports server code, although it is not for browsers itself. */
export async function assertInsideBoundary(client: DevEnvironment, path: string): Promise<void> {
  const urls = new Set([path])
  for (const url of urls) {
    await client.transformRequest(url)
    const module = await client.moduleGraph.getModuleByUrl(url)
    for (const imported of module?.importedModules ?? []) {
      if (imported.file?.includes('/node_modules/') !== true) urls.add(imported.url)
    }
  }
}
