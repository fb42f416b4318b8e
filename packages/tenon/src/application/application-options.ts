import type { ReadinessChecks } from '../probes/readiness.ts'
import type { ModelsByName } from '../models/kysely-models.ts'
import type { PolicyDirectives } from '../pages/content-security-policy.ts'
import type { DocumentOptions } from '../pages/document.ts'
import type { Middleware } from '../routing/handler.ts'
import type { RouteList } from '../routing/route-list.ts'
import type { Entry } from '../routing/types/entry.ts'
import type { Schedule } from '../schedule/tasks.ts'
import type { SsrOptions } from '../ssr/server-renderer.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'

/** What an application is made of; folders are relative to `root`. */
export interface ApplicationOptions {
  /** The application's folder: `import.meta.dirname` of its main file. */
  readonly root: string
  readonly routes: RouteList<Entry>
  /** Scheduled tasks, made by `tasks([...])`. Default: none. */
  readonly schedule?: Schedule
  /** Middleware around everything, the outermost first. Default: none. */
  readonly middleware?: readonly Middleware[]
  /**
   * The models under any names: `{ User, Todo }`, or a module that exports nothing else. Their
   * relations are checked at boot; `make:migration` and `schema:check` compare them with the
   * migrations. Default: models are not checked, and the two commands refuse.
   */
  readonly models?: ModelsByName
  /** The folder of migrations; the snapshot `schema.json` lies beside it. Default `database/migrations`. */
  readonly migrations?: string
  /** The folder of seeders, which run in the order of their names. Default `database/seeders`. */
  readonly seeders?: string
  /** How the HTML document around pages looks: language, title, markup for its head. */
  readonly document?: DocumentOptions
  /** Directives that replace those of the default content security policy; `false` sends none. */
  readonly contentSecurityPolicy?: PolicyDirectives | false
  /** Whether clients keep every page encrypted in their history. Default `false`. */
  readonly encryptHistory?: boolean
  /**
   * Renders documents on the server as well, by the function that `resources/ssr.tsx` exports:
   * `true` all pages, `{ pages: ['Home'] }` these. What fails is logged and left to the client.
   * Default `false`.
   */
  readonly ssr?: boolean | SsrOptions
  /**
   * What requests need besides the database, by name; `/_app/ready` answers 503 while one that is
   * not optional fails. Default: none.
   */
  readonly readiness?: ReadinessChecks
  /** Makes spans of requests, statements and runs of tasks: `openTelemetry()`. Default: none. */
  readonly telemetry?: Telemetry
}
