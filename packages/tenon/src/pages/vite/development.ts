import { join } from 'node:path'
import {
  createServer,
  mergeConfig,
  type Connect,
  type InlineConfig,
  type ViteDevServer,
} from 'vite'
import { createDevelopmentAssets } from '../assets/development-assets.ts'
import type { PageAssets } from '../assets/page-assets.ts'
import { withRoutes } from '../client/supplied-routes.ts'
import { toDefault } from '../ssr/built-renderer.ts'
import type { RenderSource } from '../ssr/server-renderer.ts'
import { toBaseConfig } from './base-config.ts'
import { findClientEntry, findRendererEntry } from './client-entry.ts'
import { developmentClient, developmentClientId } from './development-client.ts'
import { Freshness } from './freshness.ts'
import { ServerModules } from './server-modules.ts'
import { typeStripping } from './type-stripping.ts'

/** An application's files while they change, on the port of the application's own server. */
export interface Development {
  readonly assets: PageAssets
  /** What renders pages on the server, as it is now; `undefined` without a `resources/ssr.tsx`. */
  readonly renderer: RenderSource | undefined
  /** Markup that keeps a document up to date which is no page. */
  liveTags(): string
  /** Runs a file of the server's side and what it imports, as far as it has changed. */
  load(file: string): Promise<unknown>
  /** Lets open pages fetch their props again, and other documents load again. */
  refresh(): void
  close(): Promise<void>
}

export interface DevelopmentOptions {
  /** Told of each changed file that what was loaded is made of. */
  readonly onChange?: (file: string) => void
}

/** The Node server that the application listens with. */
export type NodeServer = NonNullable<ViteDevServer['httpServer']>

/**
 * Lets Vite answer on `server` before the application does, and speak with the browser over a
 * WebSocket of the same server: one process, one port.
 */
export async function startDevelopment(
  root: string,
  server: NodeServer,
  { onChange = () => {} }: DevelopmentOptions = {},
): Promise<Development> {
  const modules = new ServerModules(onChange)
  const freshness = new Freshness()
  const own: InlineConfig = {
    plugins: [typeStripping(), modules.plugin, freshness.plugin, developmentClient(root)],
    server: {
      middlewareMode: { server },
      ws: { server },
      watch: { ignored: ['**/*.sqlite*'] },
      // A page that fails in the browser is blank there, and its console is closed.
      forwardConsole: { unhandledErrors: true, logLevels: [] },
    },
    // Found before the first document, or its scripts would be loaded twice.
    optimizeDeps: { entries: ['resources/**/*.{ts,tsx,js,jsx,vue,svelte}'] },
  }
  const vite = await createServer(mergeConfig(await toBaseConfig(root), own))
  const detach = answerFirst(server, vite)
  const scripts = toTags(toScripts(root, vite))
  const liveScripts = toTags([clientPath, livePath])
  return {
    assets: createDevelopmentAssets({ root, head: () => freshness.tag + scripts }),
    get renderer() {
      const entry = findRendererEntry(root)
      if (entry === undefined) return undefined
      const load = async () => withRoutes(toDefault(await modules.load(join(root, entry))))
      return { load, file: undefined }
    },
    liveTags: () => freshness.tag + liveScripts,
    load: (file) => modules.load(file),
    refresh: () => freshness.advance(),
    async close() {
      detach()
      await modules.close()
      await vite.close()
    },
  }
}

/** Puts Vite before the listeners that `server` has; returns how to undo it. */
function answerFirst(server: NodeServer, vite: ViteDevServer): () => void {
  const own = server.listeners('request')
  const handle: Connect.SimpleHandleFunction = (request, response) =>
    vite.middlewares(request, response, () => {
      for (const listener of own) Reflect.apply(listener, server, [request, response])
    })
  server.removeAllListeners('request')
  server.on('request', handle)
  return () => void server.off('request', handle)
}

const clientPath = '/@vite/client'
const livePath = `/@id/${developmentClientId}`

/** Vite's own client, what React needs before its components, the application's entry, our own. */
function toScripts(root: string, { config }: ViteDevServer): readonly string[] {
  const isReact = config.plugins.some(({ name }) => name === 'vite:react-virtual-preamble')
  return [
    clientPath,
    ...(isReact ? ['/@id/@vitejs/plugin-react/preamble'] : []),
    findClientEntry(root).path,
    livePath,
  ]
}

function toTags(scripts: readonly string[]): string {
  return scripts.map((path) => `<script type="module" src="${path}"></script>\n`).join('')
}
