import { join } from 'node:path'
import {
  createServer,
  mergeConfig,
  type Connect,
  type InlineConfig,
  type ViteDevServer,
} from 'vite'
import { isBelow, toInnerPath } from '../../base/support/values/base-path.ts'
import { findPageFiles } from '../assets/page-files.ts'
import { createDevelopmentAssets } from '../assets/development-assets.ts'
import type { PageAssets } from '../assets/page-assets.ts'
import { withRoutes } from '../client/supplied-routes.ts'
import { toDefault } from '../ssr/built-renderer.ts'
import type { RenderSource } from '../ssr/server-renderer.ts'
import { toBaseConfig } from './base-config.ts'
import { assertInsideBoundary, developmentBoundary } from './boundary/development-boundary.ts'
import { findRefusedName, toHostAdvice } from './boundary/allowed-hosts.ts'
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
  /** The current server-side renderer; `undefined` if the application has no `resources/ssr.tsx`. */
  readonly renderer: RenderSource | undefined
  /** Loads the current renderer of mails; `undefined` without a mails folder. */
  readonly mails: LoadMails | undefined
  /** Markup that keeps a document without a page up to date. */
  liveTags(): string
  /** Runs a server-side file and those of its imports that have changed. */
  load(file: string): Promise<unknown>
  /** Makes open pages reload their props, and reloads other documents. */
  refresh(): void
  close(): Promise<void>
}

export interface DevelopmentOptions {
  /** The prefix of every path, such as `/app`. Default: empty. */
  readonly base?: string
  /** The names by which the developer opens the application, besides `localhost` and IP addresses. */
  readonly hosts?: readonly string[]
  /** Called with what to do about a name that is not among them, once for each. */
  readonly onUnknownHost?: (advice: string) => void
  /** Called for each changed file that a loaded module depends on. */
  readonly onChange?: (file: string) => void
  /** Creates the page of an uncaught error in the browser. Without it, no page is shown. */
  readonly onBrowserError?: ShowBrowserError
}

/** The Node server that the application listens on. */
export type NodeServer = NonNullable<ViteDevServer['httpServer']>

/**
 * Starts Vite in front of the application on `server`. Vite also uses a WebSocket of the same server, so
 * development needs only one process and one port.
 */
export async function startDevelopment(
  root: string,
  server: NodeServer,
  { base = '', onChange = () => {}, ...options }: DevelopmentOptions = {},
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
      browserErrors(root, options.onBrowserError),
    ],
    server: {
      middlewareMode: { server },
      ws: { server },
      allowedHosts: [...(options.hosts ?? [])],
      watch: { ignored: ['**/*.sqlite*'] },
      // `browserErrors` logs errors of the browser. Vite would read the source map of React for each frame and block
      // for seconds.
      forwardConsole: false,
    },
    // Scan before the first document is sent; otherwise its scripts would be loaded twice. The registries of
    // pages and mails are left out: they import `tenon`, so the whole server would be bundled.
    optimizeDeps: { entries: ['resources/**/*.{ts,tsx,js,jsx,vue,svelte}', '!**/*.d.ts'] },
  }
  const vite = await createServer(mergeConfig(await toBaseConfig(root), own))
  const { onUnknownHost = () => {} } = options
  const detach = answerFirst(server, { root, vite, base, freshness, onUnknownHost })
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
        // Sound: Tenon's own plugin supplies the module.
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
  readonly onUnknownHost: (advice: string) => void
}

/** Puts Vite before the existing listeners of `server`; returns a function that undoes it. */
function answerFirst(
  server: NodeServer,
  { root, vite, base, freshness, onUnknownHost }: Front,
): () => void {
  const own = server.listeners('request')
  const told = new Set<string>()
  const handle: Connect.SimpleHandleFunction = (request, response) => {
    const { url = '' } = request
    const name = findRefusedName(request, vite.config.server.allowedHosts)
    // Without pages, documents need no scripts.
    if (name !== undefined && findPageFiles(root) !== undefined) {
      const advice = toHostAdvice(name)
      // The names are the client's, so no more than a few of them are kept and logged.
      if (!told.has(name) && told.size < 10) {
        told.add(name)
        onUnknownHost(advice)
      }
      return refuseHost(response, advice)
    }
    const pass = (): void => {
      if (freshness.hasRefused(request)) return refuse(response)
      request.url = url // Vite has removed the base path.
      for (const listener of own) Reflect.apply(listener, server, [request, response])
    }
    // Vite would also serve files outside of the base path, which do not exist in production.
    const isServed = isBelow(base, url) && isServedPath(root, toInnerPath(base, url), vite)
    if (isServed) vite.middlewares(request, response, pass)
    else pass()
  }
  server.removeAllListeners('request')
  server.on('request', handle)
  return () => void server.off('request', handle)
}

function refuseHost(response: Parameters<Connect.SimpleHandleFunction>[1], advice: string): void {
  response
    .writeHead(403, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(`403: ${advice}\n`)
}

/** Answers a request for a failed module. The routes of the application would answer it with 404. */
function refuse(response: Parameters<Connect.SimpleHandleFunction>[1]): void {
  response.writeHead(500, { 'content-type': 'text/plain' }).end('500: see the log of tenon dev')
}

const clientPath = '/@vite/client'
const livePath = `/@id/${developmentClientId}`

/** The scripts of a page: Vite's client, React's preamble if needed, Tenon's module, and the application's entry. */
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
