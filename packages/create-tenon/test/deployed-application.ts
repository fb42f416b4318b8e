import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildInBuilder } from '../../tenon/test/browser/builder.ts'
import { launchChromium } from '../../tenon/test/support/chromium.ts'
import { findPort } from '../../tenon/test/support/find-port.ts'
import { editedNginx, nginx } from '../../tenon/test/support/nginx.ts'
import { startPostgres } from '../../tenon/test/support/postgres-server.ts'
import { startProxy } from '../../tenon/test/support/proxy-server.ts'
import { startRedis } from '../../tenon/test/support/redis-server.ts'
import { until } from '../../tenon/test/support/until.ts'
import { openPage, type OpenPage } from '../../tenon/test/browser/open-page.ts'
import { type RunningUnit, runUnit, type StartProgram } from '../../tenon/test/deploy/run-unit.ts'
import { readUnit, toVariables } from '../../tenon/test/deploy/systemd-unit.ts'
import { startMailServer, type TestMailServer } from '../../tenon/test/mail/smtp-server.ts'
import { packTemplate } from '../pack/pack-template.ts'
import type { TemplateName } from '../pack/templates.ts'
import { toText } from './accounts-mails.ts'
import { workspace } from './scaffold.ts'

const execute = promisify(execFile)

/** The origin at which users reach the application. */
const origin = 'https://app.example'

/** The units run as this user, if this process may switch to one. */
const runner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/** What to deploy, and the page that describes it. */
export interface Deployment {
  readonly template: TemplateName
  /** The page that shows `/etc/app.env`. */
  readonly page: string
  /** Further variables of this deployment, such as those of a store of files. */
  readonly variables?: Readonly<Record<string, string>>
  /** Changes the configuration of nginx as the page says. */
  readonly editSite?: (site: string) => string
}

/**
 * An application as a page deploys it: built, two replicas of `app-web` and one of `app-work` by their units, behind nginx,
 * with PostgreSQL, Redis and a mail server.
 */
export interface DeployedApplication extends AsyncDisposable {
  open(path: string): Promise<OpenPage>
  /** Runs `node main.js` with these words on the server, and returns what it prints. */
  run(...words: readonly string[]): Promise<string>
  /** Waits for a mail to an address with a link to this path, and returns the link. */
  takeLink(address: string, path: string): Promise<string>
  /** Restarts a process by its name; resolves when it runs again. */
  readonly restart: Readonly<Record<ProcessName, () => Promise<void>>>
}

export type ProcessName = 'web' | 'other web' | 'work' | 'nginx' | 'postgres' | 'redis' | 'mail'

export async function deployApplication({
  template,
  page,
  variables: own = {},
  editSite,
}: Deployment): Promise<DeployedApplication> {
  await using stack = new AsyncDisposableStack()
  const place = stack.use(mkdtempDisposableSync(join(tmpdir(), 'tenon-deployed-')))
  await install(template, place.path)
  const postgres = stack.use(await startPostgres())
  const redis = stack.use(await startRedis())
  const mails = stack.use(await MailServer.start())
  const ports = [await findPort(), await findPort()] as const
  const variables = {
    ...readVariables(page),
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    APP_KEY: 'q7J1n0eWmXk4v2sPz9aTgB5cYdRfHhLu',
    MAIL_URL: `smtp://127.0.0.1:${mails.port}`,
    ...own,
  }
  const start = toStart(place.path)
  const [web, otherWeb] = ports.map((port) =>
    stack.use(runUnit(readUnit('app-web'), { ...variables, SERVER_PORT: String(port) }, start)),
  )
  const work = stack.use(runUnit(readUnit('app-work'), variables, start))
  await Promise.all(ports.map((port) => untilReady(port)))
  const proxy = stack.use(
    await startProxy(editSite === undefined ? nginx : editedNginx(editSite), ports),
  )
  const rule = `MAP app.example:443 127.0.0.1:${proxy.httpsPort}`
  const browser = stack.use(await launchChromium([`--host-resolver-rules=${rule}`]))

  const owned = stack.move()
  return {
    open: (path) => openPage(browser, origin + path, { ignoreHTTPSErrors: true }),
    run: async (...words) => {
      const node = join(place.path, 'node')
      const options = { ...runner, cwd: join(place.path, 'app'), env: variables }
      // Run it asynchronously: this process answers requests of the command.
      const { stdout } = await execute(node, ['main.js', ...words], options)
      return stdout
    },
    takeLink: (address, path) => mails.takeLink(address, path),
    restart: {
      web: () => restartWeb(web, ports[0]),
      'other web': () => restartWeb(otherWeb, ports[1]),
      work: async () => {
        work.kill('SIGKILL')
        await work.hasFailed(1)
      },
      nginx: () => proxy.restart(),
      postgres: async () => {
        await postgres.stop()
        await postgres.start()
      },
      redis: async () => {
        await redis.stop()
        await redis.start()
      },
      mail: () => mails.restart(),
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Builds the application and copies the build, as the guide says, with the `node` that runs it. */
async function install(template: TemplateName, folder: string): Promise<void> {
  mkdirSync(join(workspace, '.tmp'), { recursive: true })
  using source = mkdtempDisposableSync(join(workspace, `.tmp/${template}-`))
  packTemplate(template, source.path)
  await buildInBuilder({ root: source.path })
  cpSync(join(source.path, 'build'), join(folder, 'app'), { recursive: true })
  cpSync(process.execPath, join(folder, 'node'))
  // The packages that a page installs next to the build.
  symlinkSync(join(workspace, 'node_modules'), join(folder, 'app/node_modules'))
  chmodSync(folder, 0o755)
}

/** Starts the installed application with only these variables. */
function toStart(folder: string): StartProgram {
  return (argv, variables) => ({
    child: spawn(join(folder, 'node'), ['main.js', ...argv], {
      ...runner,
      cwd: join(folder, 'app'),
      env: variables,
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  })
}

/** The file of variables, as a page shows it. */
function readVariables(page: string): Readonly<Record<string, string>> {
  const guide = readFileSync(join(workspace, page), 'utf8')
  const block = /^# \/etc\/app\.env\n([^`]+)/m.exec(guide)?.[1]
  assert.ok(block, `${page} shows no /etc/app.env`)
  return toVariables(block.trim().split('\n'))
}

async function restartWeb(unit: RunningUnit | undefined, port: number): Promise<void> {
  const before = unit?.failures ?? 0
  unit?.kill('SIGKILL')
  await unit?.hasFailed(before + 1)
  await untilReady(port)
}

async function untilReady(port: number): Promise<void> {
  await until(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/_app/ready`).catch(() => null)
    return answer?.status === 200
  })
}

/** A mail server that can be restarted, and keeps what it has received. */
class MailServer implements AsyncDisposable {
  #server: TestMailServer
  readonly #sources: string[] = []

  private constructor(server: TestMailServer) {
    this.#server = server
  }

  static async start(): Promise<MailServer> {
    return new MailServer(await startMailServer())
  }

  get port(): number {
    return this.#server.port
  }

  async restart(): Promise<void> {
    const { port, received } = this.#server
    await this.#server[Symbol.asyncDispose]()
    this.#sources.push(...received.map(({ source }) => source))
    this.#server = await startMailServer({}, port)
  }

  takeLink(address: string, path: string): Promise<string> {
    const link = new RegExp(`${origin}${path}\\?[\\w%.~=&-]+`)
    return until(() => {
      const sources = [...this.#sources, ...this.#server.received.map(({ source }) => source)]
      const texts = sources.filter((source) => source.includes(`To: ${address}`)).map(toText)
      return texts.map((text) => link.exec(text)?.[0]).find((found) => found !== undefined)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]()
  }
}
