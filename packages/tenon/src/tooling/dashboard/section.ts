import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { Markup } from './markup.ts'

/** A page of the dashboard, listed in its navigation. */
export interface Section {
  /** The section's path below `/_app/dev`. */
  readonly name: string
  readonly title: string
  /** Renders the page with its heading. */
  readonly render: (query: URLSearchParams) => MaybePromise<Markup>
  /** The same content as plain data, for programs that accept JSON. Default: none. */
  readonly data?: () => unknown
  /** Renders a page below the section; `undefined` if the page does not exist. Default: no such pages. */
  readonly renderDetails?: (
    path: string,
    query: URLSearchParams,
  ) => MaybePromise<Markup | undefined>
  /** Runs the action of a button on its pages. Throws `BadRequest` for an unknown action. Default: no buttons. */
  readonly act?: (form: Readonly<Record<string, unknown>>) => Promise<void>
}

/** The path of the dashboard. */
export const dashboardPath = '/_app/dev'
