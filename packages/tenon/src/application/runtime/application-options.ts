import type { ApplicationCommand } from '../../base/console/application-command.ts'
import type { Rate } from '../../base/support/duration.ts'
import type { SchemaLanguages, WordsByLanguage } from '../../base/language/language-texts.ts'
import type { Languages } from '../../base/language/languages.ts'
import type { ReadinessChecks } from '../../observability/probes/readiness.ts'
import type { NamedDatabase } from '../../data/database/named/named-database.ts'
import type { ModelsByName } from '../../data/models/kysely-models.ts'
import type { LiveLimits } from '../../pages/live/live-streams.ts'
import type { PolicyDirectives } from '../../pages/pages/content-security-policy.ts'
import type { DocumentOptions } from '../../pages/pages/document.ts'
import type { Middleware } from '../../web/routing/handler.ts'
import type { RouteList } from '../../web/routing/route-list.ts'
import type { RouteEntry } from '../../web/routing/types/entry.ts'
import type { Listener } from '../../work/events/listener.ts'
import type { AnyJob } from '../../work/jobs/job-definition.ts'
import type { Task } from '../../work/schedule/scheduled-task.ts'
import type { CacheOptions } from '../../stores/cache/custom/cache-store.ts'
import type { StorageOptions } from '../../stores/storage/file-store.ts'
import type { SsrOptions } from '../../pages/ssr/server-renderer.ts'
import type { MailOptions } from '../mail/mail-service.ts'
import type { RenderError } from '../kernel/error-answers.ts'
import type { OwnershipOptions } from './databases/ownership.ts'
import type { SessionOptions } from '../../identity/session/sessions.ts'
import type { OpenApiOptions } from '../contract/openapi/document.ts'
import type { Telemetry } from '../../observability/telemetry/telemetry.ts'

/** The options of a queue: its weight, and its rate limit. */
export type QueueOptions = {
  /** How often a worker takes jobs of this queue first, compared with other queues: 1 to 100. Default: 1. */
  readonly weight?: number
} & (Rate | { readonly limit?: undefined; readonly per?: undefined })

/** The options of an application; folders are relative to `root`. */
export interface ApplicationOptions {
  /** The application's folder: `import.meta.dirname` of its main file. */
  readonly root: string
  readonly routes: RouteList<RouteEntry>
  /**
   * The languages of the application as BCP 47 tags, the default one first: `['en', 'de', 'pt-BR']`. They are the ones
   * that it registers. Each request is answered in one of them, according to its path, the user, a cookie or
   * `Accept-Language`. Default: one language, which nothing chooses.
   */
  readonly languages?: Languages
  /** Replaces Tenon's own texts, such as "Not Found", by language. Default: texts in seven languages. */
  readonly words?: WordsByLanguage
  /**
   * The messages of zod for invalid input, by language, as in `zod/locales`: `{ de: de(), ar: ar() }`. Messages in a
   * schema take precedence. Default: the messages with which zod is configured.
   */
  readonly schemaLanguages?: SchemaLanguages
  /** Scheduled tasks, made by `task()`. Default: none. */
  readonly tasks?: readonly Task[]
  /** Where cache, locks and limits are kept, instead of Redis or memory: `{ store }`. */
  readonly cache?: CacheOptions
  /** Where the files of disks are kept, and whether files that no row refers to are deleted. */
  readonly storage?: StorageOptions
  /** The sender and transport of mails: `{ from: 'shop@example.com' }`. Default: the application sends no mails. */
  readonly mail?: MailOptions
  /** The listeners of events, made by `listener()`. Default: none. */
  readonly listeners?: readonly Listener[]
  /** The jobs that its workers run, made by `job()`. Default: none. */
  readonly jobs?: readonly AnyJob[]
  /**
   * The options of queues. Name queues that only dispatches use: `{ newsletters: {} }`. Limit how many jobs of a queue
   * start within a time, on all machines together: `{ mail: { limit: 10, per: '1s' } }`. Let workers prefer a queue:
   * `{ mail: { weight: 3 } }`. Default: no limit, and a weight of 1.
   */
  readonly queues?: Readonly<Record<string, QueueOptions>>
  /** Commands in addition to the built-in ones, made by `command()`. Default: none. */
  readonly commands?: readonly ApplicationCommand[]
  /** Middleware around everything, outermost first. Default: none. */
  readonly middleware?: readonly Middleware[]
  /**
   * The models, under any names: `{ User, Todo }`, or a module that exports nothing else. Their
   * relations are checked at boot, and `make:migration` and `schema:check` compare them with the
   * migrations. Default: models are not checked, and these two commands fail.
   */
  readonly models?: ModelsByName
  /** Whether PostgreSQL also guards the rows of owned models: `{ rowLevelSecurity: true }`. Default: no. */
  readonly ownership?: OwnershipOptions
  /** Databases besides the default one, made by `namedDatabase()`. Default: none. */
  readonly databases?: readonly NamedDatabase[]
  /** The migrations folder; the snapshot `schema.json` is beside it. Default `database/migrations`. */
  readonly migrations?: string
  /** The seeders folder. Seeders run in order of their names. Default `database/seeders`. */
  readonly seeders?: string
  /** Where and how long sessions are kept. Default: in a sealed cookie, for 7 days, or 2 hours without use. */
  readonly session?: SessionOptions
  /** The HTML document around pages: its language, title, and markup for its head. */
  readonly document?: DocumentOptions
  /** Directives that replace the same directives of the default content security policy; `false` sends no policy. */
  readonly contentSecurityPolicy?: PolicyDirectives | false
  /** Whether clients encrypt every page in their history. Default `false`. */
  readonly encryptHistory?: boolean
  /**
   * Renders documents on the server as well, with the function that `resources/ssr.tsx` exports.
   *
   * `true` renders all pages, `{ pages: ['Home'] }` only these. A page that fails is logged and
   * left to the client. Default `false`.
   */
  readonly ssr?: boolean | SsrOptions
  /**
   * Checks of services that this process needs before it can take requests, by name.
   *
   * `/_app/ready` answers 503 while a check fails, unless it is optional. Mark services that all processes share as
   * optional: otherwise an outage takes all processes out of service. Default: none.
   */
  readonly readiness?: ReadinessChecks
  /**
   * Answers errors in your own format, for every client and route.
   *
   * It receives the status, the message and, for a failed validation, the messages by field. Its return value becomes
   * the reply, with the error's status. If it throws, the exception is logged and the framework answers, as it does for
   * `undefined`. Form pages with validation messages do not use it. Default: the format that the client asked for.
   */
  readonly renderError?: RenderError
  /**
   * Serves the OpenAPI document of the routes whose handlers declare their responses, at `/openapi.json`.
   * Default: not served.
   */
  readonly openapi?: OpenApiOptions
  /** How many event streams of live pages a process holds open. */
  readonly live?: LiveLimits
  /** Creates spans for requests, statements and task runs: `openTelemetry()`. Default: none. */
  readonly telemetry?: Telemetry
}
