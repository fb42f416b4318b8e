import { join } from 'node:path'
import type { DevEnvironment, Plugin } from 'vite'
import { toServerImportError } from './import-chain.ts'
import { isServerCode } from './server-code.ts'

/**
 * Rejects modules for browsers that import server code. Vite shows the error in the terminal and over the page.
 *
 * Vite records the imports of a module only after it has begun to read the imported modules. So the plugin records
 * imports too. For modules that are already read, it uses Vite's graph, because the graph forgets removed imports.
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
      // Requests of a document by URL have this importer.
      if (importer === join(root, 'index.html')) return undefined
      if (!isServerCode(name, importer)) {
        const resolved = await this.resolve(name, importer, { ...options, skipSelf: true })
        if (resolved !== null) record(resolved.id, importer)
        return resolved
      }
      // Do not fail while Vite scans dependencies: it also reads components that no open page uses.
      if (Reflect.get(options, 'scan') === true) return { id: name, external: true }
      if (this.environment.mode !== 'dev') return undefined
      const error = toServerImportError(root, [{ importer, name }], toFinder(this.environment))
      error.stack = error.message // The frames are only those of Vite.
      throw error
    },
  }
}

/** Throws `E_SERVER_IMPORT` if a module, such as a mail, imports server code, although it never runs in a browser. */
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
