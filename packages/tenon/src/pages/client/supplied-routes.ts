import { languageSources } from '../../base/language/current-language.ts'
import { timeZoneSources } from '../../base/language/current-time-zone.ts'
import type { RenderContext } from '../ssr/rendered-page.ts'

/**
 * The application's named routes in the form that the client uses.
 *
 * A value is the path of a GET route, or the method and path of another route, such as `POST /todos`.
 */
export type RouteTable = Readonly<Record<string, string>>

/** The prefixes of paths. */
export interface BeforePaths {
  /** The origin before each path, in mails. Default: empty. */
  readonly origin?: string | undefined
  /** The path of `APP_URL`, which the paths of the table already contain. Default: empty. */
  readonly base?: string | undefined
}

/** Sets the table, where there is no document to read it from. It is the same for every page of an application. */
export function supplyRoutes(routes: RouteTable, before: BeforePaths = {}): void {
  table = routes
  beforePaths = before
}

/** The path of `APP_URL`, as it was supplied with the table. */
export function getSuppliedBase(): string {
  return beforePaths.base ?? ''
}

/** The origin before a path; empty except in mails. */
export function getSuppliedOrigin(): string {
  return beforePaths.origin ?? ''
}

/** The table that was set; `undefined` in a browser, which reads it from the document. */
export function getSuppliedRoutes(): RouteTable | undefined {
  return table
}

let table: RouteTable | undefined
let beforePaths: BeforePaths = {}

/** Makes `route()` work while rendering: wraps the default export of `resources/ssr.*`. */
export function withRoutes(render: unknown): unknown {
  if (!isRender(render)) return render // the caller reports the error
  return (page: unknown, context: RenderContext) => {
    supplyRoutes(context.routes, { base: context.base })
    languageSources.ofRender = textOf(page, 'language')
    timeZoneSources.ofRender = textOf(page, 'timeZone')
    return render(page, context)
  }
}

function textOf(page: unknown, name: string): string | undefined {
  const value: unknown = Object(page)[name]
  return typeof value === 'string' ? value : undefined
}

function isRender(value: unknown): value is (page: unknown, context: RenderContext) => unknown {
  return typeof value === 'function'
}
