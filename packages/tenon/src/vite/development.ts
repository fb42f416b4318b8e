import {
  createServer,
  mergeConfig,
  type Connect,
  type InlineConfig,
  type ViteDevServer,
} from 'vite'
import { createDevelopmentAssets } from '../assets/development-assets.ts'
import type { PageAssets } from '../assets/page-assets.ts'
import { toBaseConfig } from './base-config.ts'
import { findClientEntry } from './client-entry.ts'

/** The client's side of development, on the port of the application's own server. */
export interface Development {
  readonly assets: PageAssets
  close(): Promise<void>
}

/** The Node server that the application listens with. */
export type NodeServer = NonNullable<ViteDevServer['httpServer']>

/**
 * Lets Vite answer on `server` before the application does, and speak with the browser over a
 * WebSocket of the same server: one process, one port.
 */
export async function startDevelopment(root: string, server: NodeServer): Promise<Development> {
  const own: InlineConfig = {
    server: { middlewareMode: { server }, ws: { server } },
  }
  const vite = await createServer(mergeConfig(await toBaseConfig(root), own))
  const detach = answerFirst(server, vite)
  return {
    assets: createDevelopmentAssets({ root, scripts: toScripts(root, vite) }),
    async close() {
      detach()
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

/** Vite's own client, what React needs before its components, and the application's entry. */
function toScripts(root: string, { config }: ViteDevServer): readonly string[] {
  const isReact = config.plugins.some(({ name }) => name === 'vite:react-virtual-preamble')
  return [
    '/@vite/client',
    ...(isReact ? ['/@id/@vitejs/plugin-react/preamble'] : []),
    findClientEntry(root).path,
  ]
}
