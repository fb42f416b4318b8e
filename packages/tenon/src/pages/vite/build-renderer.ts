import { join } from 'node:path'
import { build, mergeConfig, type InlineConfig, type Plugin } from 'vite'
import { rendererFile } from '../ssr/built-renderer.ts'
import { toBaseConfig } from './base-config.ts'
import { findRendererEntry } from './client-entry.ts'

/**
 * Builds what renders pages on the server into `folder`, when the application has it: one file for
 * both uses, imported by the server or started as its worker.
 */
export async function buildRenderer(root: string, folder: string): Promise<void> {
  const entry = findRendererEntry(root)
  if (entry === undefined) return

  const own: InlineConfig = {
    plugins: [supplyWorker(join(root, entry))],
    publicDir: false,
    // As in the browser; or the libraries of components would decide at run time, for development.
    environments: { ssr: { keepProcessEnv: false } },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: { renderer: suppliedRenderer },
        output: { entryFileNames: rendererFile, chunkFileNames: 'ssr-[name]-[hash].js' },
      },
    },
    ssr: { noExternal: true },
  }
  await build(mergeConfig(await toBaseConfig(root), own))
}

const suppliedRenderer = 'virtual:tenon/renderer'

/** Supplies the entry: the application's function, told of the routes, offered to other threads. */
function supplyWorker(entry: string): Plugin {
  const resolved = `\0${suppliedRenderer}`
  return {
    name: 'tenon:renderer',
    resolveId: (id) => (id === suppliedRenderer ? resolved : undefined),
    load: (id) =>
      id === resolved
        ? `import render from ${JSON.stringify(entry)}\n` +
          `import { withRoutes } from ${JSON.stringify(toModule('client/supplied-routes'))}\n` +
          `import { answerRenders } from ${JSON.stringify(toModule('ssr/answer-renders'))}\n` +
          `const renderPage = withRoutes(render)\n` +
          `answerRenders(renderPage)\nexport default renderPage\n`
        : undefined,
  }
}

function toModule(name: string): string {
  return join(import.meta.dirname, `../${name}.${extension}`)
}

const extension = import.meta.filename.endsWith('.ts') ? 'ts' : 'js'
