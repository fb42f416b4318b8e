import { language } from '../../base/language/current-language.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import type { PageAssets } from './page-assets.ts'

/*
 * With every visit, a page client sends the version of the build that its files come from. A client with files of an
 * earlier build continues if the page is the same in both builds. It then keeps its version, because it keeps its
 * files. Otherwise it loads a new document.
 *
 * In an application with languages, a version ends with the language: `v1.de`.
 */

/** Decides which pages a page client can show with the files that it has. */
export class ShownVersions {
  readonly #build: string
  readonly #earlier: PageAssets['earlier']
  readonly #isMultilingual: boolean

  constructor({ version, earlier }: PageAssets, isMultilingual: boolean) {
    this.#build = version
    this.#earlier = earlier
    this.#isMultilingual = isMultilingual
  }

  /** The version of this build in the current language. */
  own(): string {
    return this.#inLanguage(this.#build)
  }

  /** Whether a client has files of an unknown build, so that it can show no page. */
  isUnknown(held: string): boolean {
    if (held === this.#build) return false
    const build = this.#toBuild(held)
    return build !== this.#build && !this.#earlier.has(build)
  }

  /** Whether this build has other code for the page `component` than the client whose files are of `held`. */
  isOutdated(held: string, component: string | undefined): boolean {
    if (held === this.#build) return false
    const build = this.#toBuild(held)
    if (build === this.#build) return false
    return component === undefined || this.#earlier.get(build)?.has(component) !== true
  }

  /**
   * The version to send with a page; `undefined` if the client cannot show it: it has other code or another language.
   */
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

/** Whether a client can render all texts again, so that a page in another language may be sent to it. */
function followsLanguage(request: HttpRequest): boolean {
  return request.header('x-follows-language') !== undefined
}
