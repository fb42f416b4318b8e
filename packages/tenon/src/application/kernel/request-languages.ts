import { acceptLanguage } from '../../base/language/accept-language.ts'
import type { LanguageTexts } from '../../base/language/language-texts.ts'
import { findTimeZone, timeZoneCookie } from '../../base/language/current-time-zone.ts'
import { pseudoLanguage } from '../../base/language/pseudo-language.ts'
import { languageContexts, type LanguageContext } from '../../base/language/language-context.ts'
import { toShortList } from '../../web/http/accept.ts'
import type { FinishedReply, Reply } from '../../web/http/reply.ts'
import { noContent } from '../../web/http/replies.ts'
import type { HttpRequest, RequestRoute } from '../../web/http/request.ts'
import { toPathIn } from '../../web/routing/url.ts'
import { SetupError } from '../../base/support/setup-error.ts'

/** The cookie with the language that a visitor has chosen. */
const languageCookie = 'language'

export interface RequestLanguagesParts {
  /** The languages of the application, the default one first. */
  readonly languages: readonly [string, ...string[]]
  /** The route that a request matches. It may be called before the request is dispatched. */
  readonly routeOf: (request: HttpRequest) => RequestRoute | undefined
  /** Whether any route is localized. */
  readonly hasLocalized: boolean
  readonly texts: LanguageTexts
  /** Whether requests may ask for the pseudo-language: outside of production. */
  readonly hasPseudo: boolean
}

/** Throws `E_LANGUAGES` if the list is empty, or if a value is repeated or is not a language tag. */
export function assertLanguages({ languages }: { readonly languages?: readonly string[] }): void {
  if (languages === undefined) return
  const wrong = languages.find((each, i) => !isTag(each) || languages.indexOf(each) !== i)
  if (wrong === undefined && languages.length > 0) return
  throw new SetupError(
    'E_LANGUAGES',
    wrong === undefined
      ? 'application({ languages }) is empty. List the default language first, such as ["en", "de"], or leave it out.'
      : `application({ languages }) has ${JSON.stringify(wrong)}, which is repeated or not a language tag as Intl writes it, such as "de" or "pt-BR".`,
  )
}

function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text)[0] === text
  } catch {
    return false
  }
}

/** How many headers are remembered: browsers send only a few different ones. */
const mostHeaders = 256

/** Remembers the best language for each header, because parsing one takes a tenth of the time of a small page. */
class AcceptedLanguages {
  readonly #languages: readonly string[]
  readonly #known = new Map<string, string | undefined>()

  constructor(languages: readonly string[]) {
    this.#languages = languages
  }

  find(sent = ''): string | undefined {
    const header = toShortList(sent)
    const known = this.#known.get(header)
    if (known !== undefined || this.#known.has(header)) return known
    const found = acceptLanguage(header, this.#languages)
    if (this.#known.size >= mostHeaders) this.#known.clear()
    this.#known.set(header, found)
    return found
  }
}

/** Determines the language of each request, and states it in the answer. */
export class RequestLanguages {
  readonly #parts: RequestParts
  readonly #byFolded: ReadonlyMap<string, string>

  constructor(parts: RequestLanguagesParts) {
    this.#parts = { ...parts, accepted: new AcceptedLanguages(parts.languages) }
    this.#byFolded = new Map(parts.languages.map((each) => [each.toLowerCase(), each]))
  }

  /** Runs `answer` in the language of a request. It gets the language, to add its headers to each reply. */
  run<Result>(request: HttpRequest, answer: (spoken: RequestLanguage) => Result): Result {
    const spoken = new RequestLanguage(request, this.#parts)
    return languageContexts.run(spoken, () => answer(spoken))
  }

  /**
   * Redirects `/DE/todos` to `/de/todos`, and `/en/todos` to `/todos` if English is the default. A path that matches a
   * route is not redirected, so a redirect never leads to another redirect.
   */
  redirect(request: HttpRequest): Reply | undefined {
    if (!this.#parts.hasLocalized || !request.isRead) return undefined
    const path = request.path()
    const end = path.indexOf('/', 1)
    const first = path.slice(1, end === -1 ? undefined : end)
    const language = this.#byFolded.get(first.toLowerCase())
    if (language === undefined || this.#parts.routeOf(request) !== undefined) return undefined
    // Several slashes at the start would lead to another site.
    const rest = end === -1 ? '/' : path.slice(end).replace(/^\/+/, '/')
    const target = toPathIn(this.#parts, language, rest)
    if (target === path) return undefined
    return noContent()
      .status(308)
      .header('location', request.base + target + request.search)
  }
}

interface RequestParts extends RequestLanguagesParts {
  readonly accepted: AcceptedLanguages
}

/** The language of a request, determined when something asks for it. */
export class RequestLanguage implements LanguageContext {
  readonly languages: RequestLanguagesParts['languages']
  readonly texts: LanguageTexts
  readonly #request: HttpRequest
  readonly #parts: RequestParts
  #chosen: string | undefined
  #language: string | undefined
  /** The language that something asked for; only then the answer depends on it. */
  #said: string | undefined
  isOfPath = false
  chosenTimeZone: string | undefined

  constructor(request: HttpRequest, parts: RequestParts) {
    this.#request = request
    this.#parts = parts
    this.languages = parts.languages
    this.texts = parts.texts
  }

  get language(): string {
    return (this.#language ??= this.#said = this.#find())
  }

  #find(): string {
    if (this.#parts.hasPseudo && this.#asksForPseudo()) return pseudoLanguage
    const route = this.#parts.routeOf(this.#request)
    const ofPath = route === undefined ? this.#ofUnknownPath() : route.language
    this.isOfPath = ofPath !== undefined
    return ofPath ?? this.#chosen ?? this.#ofVisitor()
  }

  #asksForPseudo(): boolean {
    const asked = this.#request.cookie(languageCookie) ?? this.#request.header('accept-language')
    return asked?.split(',', 1)[0] === pseudoLanguage
  }

  choose(language: string): void {
    if (!this.languages.includes(language)) return
    this.#chosen = language
    this.#language = undefined
  }

  /** On a localized path, only a logged-in user has a time zone, because caches keep its pages for all visitors. */
  get timeZone(): string | undefined {
    void this.language // an answer with a date varies like one with a word
    if (this.chosenTimeZone !== undefined || this.isOfPath) return this.chosenTimeZone
    return findTimeZone(this.#request.cookie(timeZoneCookie) ?? '')
  }

  chooseTimeZone(timeZone: string): void {
    this.chosenTimeZone = timeZone
  }

  /**
   * Adds the headers that state the language, if anything asked for it. A cache may keep one answer for all visitors
   * only if the path alone decides.
   */
  tell(reply: FinishedReply): FinishedReply {
    if (this.#said === undefined) return reply
    const told: FinishedReply = reply.copy()
    if (told.getHeader('content-language') === undefined) {
      told.checkedHeader('content-language', this.#said)
    }
    return this.isOfPath ? told : told.vary('Accept-Language, Cookie')
  }

  /** An unknown path below `/de` gets its error page in German. */
  #ofUnknownPath(): string | undefined {
    if (!this.#parts.hasLocalized) return undefined
    const [, first] = this.#request.path().split('/', 2)
    return this.languages.find((each) => each === first)
  }

  #ofVisitor(): string {
    // Check the header first: parsing all cookies costs more than the rest.
    const mayBeKept = this.#request.header('cookie')?.includes(languageCookie) === true
    const kept = mayBeKept ? this.#request.cookie(languageCookie) : undefined
    if (kept !== undefined && this.languages.includes(kept)) return kept
    return this.#parts.accepted.find(this.#request.header('accept-language')) ?? this.languages[0]
  }
}
