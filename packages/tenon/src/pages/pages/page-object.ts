import { hiddenValues } from '../../base/log/hidden-values.ts'
import type { ClientWords } from '../../base/language/words/own-word.ts'
import type { LiveProps } from '../live/live-tickets.ts'
import type { PropMetadata } from '../props/metadata.ts'
import type { Props } from '../props/given-props.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Arrived } from './page-state.ts'

/** A page as the client receives it. Optional fields are present only if they have content. */
export interface PageObject extends PropMetadata, Arrived {
  readonly component: string
  readonly props: Props
  /** Path and query of the request; never another origin. */
  readonly url: string
  readonly version: string
  /** The language of the page, if the application has languages. */
  readonly language?: string
  /** The page client's own texts in this language, if the client's document is in another one. */
  readonly words?: ClientWords
  /** The time zone of its dates, if the user has stored one or the page is rendered on the server. */
  readonly timeZone?: string
  /** The users for whom the page was made. Its forms send it as `X-Viewer`. Absent for a guest. */
  readonly viewer?: string
  readonly encryptHistory?: true
  /** How to follow the live props in this answer. */
  readonly liveProps?: LiveProps
  /** The names of props that came from `share`. */
  readonly sharedProps?: readonly string[]
}

/** Serializes a page object. Throws `E_PAGE_PROPS` if a prop cannot be written as JSON. */
export function toPageJson(page: PageObject): string {
  const text = writeJson(page)
  if (hiddenValues.isFollowed) hiddenValues.check(text, `The page "${page.component}"`)
  return text
}

function writeJson(page: PageObject): string {
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

/** Converts a request's target to a URL within the application: `//host` would be another origin. */
export function toPageUrl(target: string): string {
  return target.startsWith('//') ? target.replace(/^\/+/, '/') : target
}
