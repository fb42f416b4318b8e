import { build, mergeConfig, type InlineConfig, type Plugin } from 'vite'
import { toBaseConfig } from '../base-config.ts'
import { toServerImportError, type ServerImport } from './import-chain.ts'
import { isServerCode } from './server-code.ts'

/** Builds pages or mails. If they import server code, throws `E_SERVER_IMPORT` and writes nothing. */
export async function buildInsideBoundary(root: string, own: InlineConfig): Promise<void> {
  const boundary = new ClientBoundary(root)
  const config = mergeConfig(await toBaseConfig(root), own)
  try {
    await build(mergeConfig(config, { plugins: [boundary.plugin] }))
  } catch (error) {
    // Throw the original error, because the bundler wraps errors of plugins.
    throw boundary.error ?? error
  }
}

/** Collects the imports of server code in one build. */
class ClientBoundary {
  readonly #root: string
  readonly #imports: ServerImport[] = []
  error: Error | undefined

  constructor(root: string) {
    this.#root = root
  }

  get plugin(): Plugin {
    const imports = this.#imports
    const reject = (findImporters: (id: string) => Iterable<string>): never => {
      throw (this.error = toServerImportError(this.#root, imports, findImporters))
    }
    return {
      name: 'tenon:client-boundary',
      enforce: 'pre',
      resolveId(name, importer) {
        if (importer === undefined || !isServerCode(name, importer)) return undefined
        imports.push({ importer, name })
        return { id: name, external: true }
      },
      buildEnd(error) {
        if (error !== undefined || imports.length === 0) return
        reject((id) => {
          const { importers = [], dynamicImporters = [] } = this.getModuleInfo(id) ?? {}
          return [...importers, ...dynamicImporters]
        })
      },
    }
  }
}
