import type { PropMetadata } from '../props/metadata.ts'
import type { Props } from '../props/resolve-props.ts'
import { SetupError } from '../support/setup-error.ts'
import type { Carried } from './page-state.ts'

/** A page as the client receives it; optional entries are there only when they say something. */
export interface PageObject extends PropMetadata, Carried {
  readonly component: string
  readonly props: Props
  /** Path and query as they were requested; never another origin. */
  readonly url: string
  readonly version: string
  readonly encryptHistory?: true
  /** The names of props that came from `share`. */
  readonly sharedProps?: readonly string[]
}

/** Writes a page object; throws `E_PAGE_PROPS` when a prop cannot be written. */
export function toPageJson(page: PageObject): string {
  try {
    return JSON.stringify(page)
  } catch (cause) {
    throw new SetupError(
      'E_PAGE_PROPS',
      `The props of page "${page.component}" cannot be written as JSON: ${String(cause)}`,
      { cause },
    )
  }
}

/** The target of a request as an address within the application: `//host` would be another one. */
export function toPageUrl(target: string): string {
  return target.startsWith('//') ? target.replace(/^\/+/, '/') : target
}
