import { join } from 'node:path'
import type { InlineConfig, Plugin } from 'vite'
import { rendererFile } from '../ssr/built-renderer.ts'
import { buildInsideBoundary } from './boundary/build-inside-boundary.ts'
import { findRendererEntry } from './client-entry.ts'
import { renderBuiltUrl, serverTarget } from './base-config.ts'

/**
 * Builds the server-side page renderer into `folder`, if the application has one. The server either
 * imports the file or starts it as a worker.
 */
export async function buildRenderer(root: string, folder: string): Promise<void> {
  const entry = findRendererEntry(root)
  if (entry === undefined) return

  const own: InlineConfig = {
    plugins: [supplyWorker(join(root, entry))],
    experimental: { renderBuiltUrl },
    // Replace `process.env`, as in the browser. Otherwise component libraries would run in development mode.
    environments: { ssr: { keepProcessEnv: false } },
    build: {
      ssr: true,
      // The client's build has already copied the public files. Pages may import their URLs.
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

/** Supplies the entry: the application's render function with the routes, which other threads can call. */
function supplyWorker(entry: string): Plugin {
  const resolved = `\0${suppliedRenderer}`
  const base = toModule('ssr/base-of-worker')
  return {
    name: 'tenon:renderer',
    enforce: 'pre',
    resolveId(id) {
      // The package declares its modules free of side effects, so an import without names would be dropped.
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
