import { join } from 'node:path'
import {
  createServer,
  mergeConfig,
  type Connect,
  type InlineConfig,
  type ViteDevServer,
} from 'vite'
import { isBelow, toInnerPath } from '../../base/support/values/base-path.ts'
import { createDevelopmentAssets } from '../assets/development-assets.ts'
import type { PageAssets } from '../assets/page-assets.ts'
import { withRoutes } from '../client/supplied-routes.ts'
import { toDefault } from '../ssr/built-renderer.ts'
import type { RenderSource } from '../ssr/server-renderer.ts'
import { toBaseConfig } from './base-config.ts'
import { assertInsideBoundary, developmentBoundary } from './boundary/development-boundary.ts'
import { isServedPath, servedFiles } from './boundary/served-files.ts'
import { findClientEntry, findRendererEntry } from './client-entry.ts'
import { browserErrors, type ShowBrowserError } from './errors/browser-errors.ts'
import { developmentClient, developmentClientId } from './development-client.ts'
import { Freshness } from './changes/freshness.ts'
import { createMailRenderer, type MailModules } from '../mails/create-mail-renderer.ts'
import { addressServedFiles } from '../mails/file-urls.ts'
import { findMailFiles } from '../mails/mail-files.ts'
import { mailsFolder } from '../mails/mail-name.ts'
import type { LoadMails } from '../mails/mail-renderer.ts'
import { mailsModule, suppliedMails } from './mails/mails-module.ts'
import { quickSaves } from './changes/quick-saves.ts'
import { ServerModules } from './server-modules.ts'
import { PageStyles } from './styles/page-styles.ts'
import { typeStripping } from './type-stripping.ts'

/** Serves an application's files while you edit them, on the port of the application's server. */
export interface Development {
  readonly assets: PageAssets
  /** The current server-side renderer; `undefined` without a `resources/ssr.tsx`. */
  readonly renderer: RenderSource | undefined
  /** Loads the current renderer of mails; `undefined` without a mails folder. */
  readonly mails: LoadMails | undefined
  /** Markup that keeps a document up to date if it is not a page. */
  liveTags(): string
  /** Runs a server-side file and its imports, as far as they have changed. */
  load(file: string): Promise<unknown>
  /** Makes open pages fetch their props again, and reloads other documents. */
  refresh(): void
  close(): Promise<void>
}

export interface DevelopmentOptions {
  /** What comes before every path: empty, or `/app`. Default: empty. */
  readonly base?: string
  /** Called for each changed file that a loaded module depends on. */
  readonly onChange?: (file: string) => void
  /** Makes the page of an error that nobody has caught in the browser; without it, none is shown. */
  readonly onBrowserError?: ShowBrowserError
}

/** The Node server that the application listens on. */
export type NodeServer = NonNullable<ViteDevServer['httpServer']>

/**
 * Puts Vite in front of the application on `server`. Vite also talks to the browser over a WebSocket
 * of the same server: one process, one port.
 */
export async function startDevelopment(
  root: string,
  server: NodeServer,
  { base = '', onChange = () => {}, onBrowserError }: DevelopmentOptions = {},
): Promise<Development> {
  const modules = new ServerModules(onChange)
  const freshness = new Freshness()
  const own: InlineConfig = {
    base: `${base}/`,
    plugins: [
      developmentBoundary(root),
      servedFiles(root),
      typeStripping(),
      modules.plugin,
      mailsModule(root),
      freshness.plugin,
      quickSaves(),
      developmentClient(root),
      browserErrors(root, onBrowserError),
    ],
    server: {
      middlewareMode: { server },
      ws: { server },
      watch: { ignored: ['**/*.sqlite*'] },
      // We log errors of the browser ourselves: Vite reads the map of React's bundle for each frame, which blocks for seconds.
      forwardConsole: false,
    },
    // Scan before the first document is sent, or its scripts would be loaded twice. The registries of pages
    // and mails are left out: they import `tenon`, and the whole server would be bundled.
    optimizeDeps: { entries: ['resources/**/*.{ts,tsx,js,jsx,vue,svelte}', '!**/*.d.ts'] },
  }
  const vite = await createServer(mergeConfig(await toBaseConfig(root), own))
  const detach = answerFirst(server, { root, vite, base, freshness })
  const scripts = toTags(base, toScripts(root, vite))
  const styles = new PageStyles({ root, base, client: () => vite.environments.client })
  const liveScripts = toTags(base, [clientPath, livePath])
  return {
    assets: createDevelopmentAssets({
      root,
      base,
      head: (component) => freshness.tag + styles.linksOf(component) + scripts,
    }),
    get renderer() {
      const entry = findRendererEntry(root)
      if (entry === undefined) return undefined
      const load = async (component: string) => {
        await styles.find(component)
        return withRoutes(toDefault(await modules.load(join(root, entry))))
      }
      return { load, file: undefined }
    },
    get mails() {
      const files = findMailFiles(root)
      if (files === undefined) return undefined
      return async () => {
        for (const { file } of files) {
          await assertInsideBoundary(vite.environments.client, `/${mailsFolder}/${file}`)
        }
        // Sound: our own plugin supplies the module.
        const mails = toDefault(await modules.load(suppliedMails)) as MailModules
        return createMailRenderer(mails, addressServedFiles)
      }
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

interface Front {
  readonly root: string
  readonly vite: ViteDevServer
  readonly base: string
  readonly freshness: Freshness
}

/** Puts Vite before the existing listeners of `server`; returns a function that undoes it. */
function answerFirst(server: NodeServer, { root, vite, base, freshness }: Front): () => void {
  const own = server.listeners('request')
  const handle: Connect.SimpleHandleFunction = (request, response) => {
    const { url = '' } = request
    const pass = (): void => {
      if (freshness.hasRefused(request)) return refuse(response)
      request.url = url // Vite takes the base path off
      for (const listener of own) Reflect.apply(listener, server, [request, response])
    }
    // Vite would serve files outside of the base path too, which are not there in production.
    const isServed = isBelow(base, url) && isServedPath(root, toInnerPath(base, url), vite)
    if (isServed) vite.middlewares(request, response, pass)
    else pass()
  }
  server.removeAllListeners('request')
  server.on('request', handle)
  return () => void server.off('request', handle)
}

/** To the routes of the application, it would be a path that none of them has. */
function refuse(response: Parameters<Connect.SimpleHandleFunction>[1]): void {
  response.writeHead(500, { 'content-type': 'text/plain' }).end('500: see the log of tenon dev')
}

const clientPath = '/@vite/client'
const livePath = `/@id/${developmentClientId}`

/** Vite's client, React's preamble if needed, our module, and the application's entry. */
function toScripts(root: string, { config }: ViteDevServer): readonly string[] {
  const isReact = config.plugins.some(({ name }) => name === 'vite:react-virtual-preamble')
  return [
    clientPath,
    ...(isReact ? ['/@id/@vitejs/plugin-react/preamble'] : []),
    livePath,
    findClientEntry(root).path,
  ]
}

function toTags(base: string, scripts: readonly string[]): string {
  return scripts.map((path) => `<script type="module" src="${base}${path}"></script>\n`).join('')
}
