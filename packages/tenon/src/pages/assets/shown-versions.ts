import { language } from '../../base/language/current-language.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import type { PageAssets } from './page-assets.ts'

/*
 * A page client says with every visit which build its files are of. With an earlier build's files it goes on if they show
 * the page as this build's do, and then keeps its version, because it keeps its files. Otherwise it loads a document.
 *
 * In an application with languages, a version ends with the language: `v1.de`.
 */

/** Decides by the files that a page client has which pages it can show. */
export class ShownVersions {
  readonly #build: string
  readonly #earlier: PageAssets['earlier']
  readonly #isMultilingual: boolean

  constructor({ version, earlier }: PageAssets, isMultilingual: boolean) {
    this.#build = version
    this.#earlier = earlier
    this.#isMultilingual = isMultilingual
  }

  /** The version of a page in the current language. */
  own(): string {
    return this.#inLanguage(this.#build)
  }

  /** Whether a client has files of which nothing is known, so that it can show no page. */
  isUnknown(held: string): boolean {
    if (held === this.#build) return false
    const build = this.#toBuild(held)
    return build !== this.#build && !this.#earlier.has(build)
  }

  /** The version of a page that a client can show; `undefined` if it has other code for it, or another language. */
  shown(request: HttpRequest, component: string): string | undefined {
    const own = this.own()
    if (!request.isPageVisit) return own
    const held = request.header('x-inertia-version')
    if (held === undefined || held === own || held === this.#build) return own

    const build = this.#toBuild(held)
    const isShown = build === this.#build || this.#earlier.get(build)?.has(component) === true
    if (!isShown) return undefined
    const shown = this.#inLanguage(build)
    return shown === held || followsLanguage(request) ? shown : undefined
  }

  #inLanguage(build: string): string {
    return this.#isMultilingual ? `${build}.${language()}` : build
  }

  #toBuild(version: string): string {
    return this.#isMultilingual ? version.replace(/\.[^.]*$/, '') : version
  }
}

/** Whether a client renders all words again, and so may be answered in another language than it shows. */
function followsLanguage(request: HttpRequest): boolean {
  return request.header('x-follows-language') !== undefined
}
