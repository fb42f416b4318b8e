import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { Markup } from './markup.ts'

/** A page of the dashboard, listed in its navigation. */
export interface Section {
  /** Its path below `/_app/dev`. */
  readonly name: string
  readonly title: string
  /** Renders the page with its heading. */
  readonly render: (query: URLSearchParams) => MaybePromise<Markup>
  /** The same as plain data, for programs that accept JSON. Default: there is none. */
  readonly data?: () => unknown
  /** Renders a page below it; `undefined` if the path leads nowhere. Default: there are none. */
  readonly renderDetails?: (
    path: string,
    query: URLSearchParams,
  ) => MaybePromise<Markup | undefined>
  /** Does what a button of its pages asks for. Throws `BadRequest` for anything else. Default: it has none. */
  readonly act?: (form: Readonly<Record<string, unknown>>) => Promise<void>
}

/** Where the dashboard is. */
export const dashboardPath = '/_app/dev'
