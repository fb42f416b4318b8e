import { languageContexts } from '../../../base/language/language-context.ts'
import type { Language } from '../../../base/language/languages.ts'
import type { HttpRequest } from '../../http/request.ts'
import { toPathIn } from '../url.ts'

/** The paths of a page in each language. */
export type LocalizedAddresses = Readonly<Record<Language, string>>

/**
 * Returns the path and query of the page that a request asks for, in each language of the application, for
 * links that switch the language. `undefined` if its route is not localized.
 */
export function localizedAddresses(request: HttpRequest): LocalizedAddresses | undefined {
  const own = request.route?.language
  if (own === undefined) return undefined
  const context = languageContexts.get()
  if (context === undefined) return undefined
  const path = request.path()
  const plain = own === context.languages[0] ? path : path.slice(own.length + 1) || '/'
  const addresses = context.languages.map((each) => [
    each,
    request.base + toPathIn(context, each, plain) + request.search,
  ])
  return Object.fromEntries(addresses)
}
