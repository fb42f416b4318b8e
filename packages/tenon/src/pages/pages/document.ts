import { timeZoneAttribute } from '../../base/language/current-time-zone.ts'
import { direction } from '../../base/language/direction.ts'
import type { ClientWords } from '../../base/language/words/own-word.ts'
import { toHtmlText, toScriptJson } from '../assets/escape.ts'
import { hasIcon } from '../assets/icon.ts'
import type { AssetTags } from '../assets/page-assets.ts'
import type { RenderedPage } from '../ssr/rendered-page.ts'

/** Options for the HTML document around a page. */
export interface DocumentOptions {
  /** The `lang` of the document, if the application has no `languages`. Default `en`. */
  readonly language?: string
  /** The title until the page sets one. */
  readonly title?: string
  /** Markup for the head, inserted unchanged: icons, fonts, meta tags. An icon here replaces the one in `public/`. */
  readonly head?: string
}

/** The parts of a document that change from one request to the next. */
export interface DocumentParts {
  /** The page object as JSON. */
  readonly pageJson: string
  /** The language of the page, if the application has languages. */
  readonly language: string | undefined
  readonly timeZone?: string | undefined
  /** Links to the page in other languages. */
  readonly links?: string
  /** The page as markup, if it was rendered on the server. */
  readonly rendered: RenderedPage | undefined
  /** Markup for browsers without scripts, if the page was not rendered. Default: none. */
  readonly withoutScript?: string
  readonly tags: AssetTags
  /** Markup that links an icon. Not used if the application's own head links one. */
  readonly icon: string
  /** `undefined` if there is no content security policy. */
  readonly nonce: string | undefined
}

/** The data for the client in every document. */
export interface ClientParts {
  /** The paths of the named routes. */
  readonly routes?: Readonly<Record<string, string>>
  /** The prefix of the application's paths: letters, digits and slashes. */
  readonly base?: string
  /** The page client's own texts. A document contains those of its language. */
  readonly clientWords?: ClientWords | undefined
}

/** Prepares the document at boot, so that a request only has to join its parts. */
export function createDocument(
  options: DocumentOptions,
  { routes = {}, base = '', clientWords = {} }: ClientParts,
): (parts: DocumentParts) => string {
  const { language = 'en', title, head = '' } = options
  const start = toStart(`lang="${toHtmlText(language)}"`)
  // Cache directions: computing one takes as long as the rest of a page, and an application has few languages.
  const directions = new Map<string, string>()
  const startIn = (name: string, zone = ''): string => {
    const known = directions.get(name) ?? direction(name)
    directions.set(name, known)
    return toStart(`lang="${name}" dir="${known}" ${timeZoneAttribute}="${zone}"`)
  }
  const ownTitle = title === undefined ? '' : `<title>${toHtmlText(title)}</title>\n`
  const middle =
    '</head>\n<body>\n' +
    `<script data-routes${base === '' ? '' : ` data-base="${base}"`} type="application/json">${toScriptJson(JSON.stringify(routes))}</script>\n`
  const words = new Map(
    Object.entries(clientWords).map(([name, said]) => [name, toWordsScript({ [name]: said })]),
  )
  const beforePage = '<script data-page="app" type="application/json">'
  const afterPage = '</script>\n'
  const end = '\n</body>\n</html>\n'

  const isIconGiven = hasIcon(head)

  return ({
    language,
    timeZone,
    links = '',
    pageJson,
    rendered,
    withoutScript,
    tags,
    icon,
    nonce,
  }) =>
    (language === undefined ? start : startIn(language, timeZone)) +
    links +
    (isIconGiven ? '' : icon) +
    (rendered === undefined ? ownTitle : toHead(rendered, ownTitle)) +
    head +
    toNonceTag(nonce) +
    tags.head +
    middle +
    (language === undefined ? '' : (words.get(language) ?? '')) +
    beforePage +
    toScriptJson(pageJson) +
    afterPage +
    (rendered?.body ?? `<div id="app"></div>${toNoScript(withoutScript)}`) +
    end
}

function toStart(attributes: string): string {
  return (
    `<!DOCTYPE html>\n<html ${attributes}>\n<head>\n<meta charset="utf-8">\n` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
  )
}

function toWordsScript(words: ClientWords): string {
  return `<script data-words type="application/json">${toScriptJson(JSON.stringify(words))}</script>\n`
}

function toNoScript(markup: string | undefined): string {
  return markup === undefined ? '' : `<noscript>${markup}</noscript>`
}

/** Drops the document's title if the page has one: a browser shows the first title it finds. */
function toHead({ head }: RenderedPage, ownTitle: string): string {
  const title = head.includes('<title') ? '' : ownTitle
  return head === '' ? title : `${title}${head}\n`
}

/** The nonce for styles that Vite and Inertia insert. Both look for this element. */
function toNonceTag(nonce: string | undefined): string {
  return nonce === undefined ? '' : `<meta property="csp-nonce" nonce="${nonce}">\n`
}
