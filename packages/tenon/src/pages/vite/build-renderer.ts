import { join } from 'node:path'
import type { InlineConfig, Plugin } from 'vite'
import { rendererFile } from '../ssr/built-renderer.ts'
import { buildInsideBoundary } from './boundary/build-inside-boundary.ts'
import { findRendererEntry } from './client-entry.ts'
import { renderBuiltUrl, serverTarget } from './base-config.ts'

/**
 * Builds the server-side page renderer into `folder`, if the application has one. The one file is
 * both imported by the server and started as its worker.
 */
export async function buildRenderer(root: string, folder: string): Promise<void> {
  const entry = findRendererEntry(root)
  if (entry === undefined) return

  const own: InlineConfig = {
    plugins: [supplyWorker(join(root, entry))],
    experimental: { renderBuiltUrl },
    // As in the browser. Otherwise component libraries would pick their mode, development, at run time.
    environments: { ssr: { keepProcessEnv: false } },
    build: {
      ssr: true,
      // The client's build has copied them; pages may import their URLs.
      copyPublicDir: false,
      outDir: folder,
      emptyOutDir: false,
      target: serverTarget,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: { renderer: suppliedRenderer },
        output: { entryFileNames: rendererFile, chunkFileNames: 'ssr-[name]-[hash].js' },
      },
    },
    ssr: { noExternal: true },
  }
  await buildInsideBoundary(root, own)
}

const suppliedRenderer = 'virtual:tenon/renderer'

/** Supplies the entry: the application's function, with the routes, callable from other threads. */
function supplyWorker(entry: string): Plugin {
  const resolved = `\0${suppliedRenderer}`
  const base = toModule('ssr/base-of-worker')
  return {
    name: 'tenon:renderer',
    enforce: 'pre',
    resolveId(id) {
      // The package says that its modules do nothing by themselves, and an import of no name would be dropped.
      if (id === base) return { id, moduleSideEffects: true }
      return id === suppliedRenderer ? resolved : undefined
    },
    load: (id) =>
      id === resolved
        ? `import ${JSON.stringify(base)}\n` +
          `import render from ${JSON.stringify(entry)}\n` +
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
