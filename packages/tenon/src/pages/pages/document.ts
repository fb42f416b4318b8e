import { toHtmlText, toScriptJson } from '../assets/escape.ts'
import type { AssetTags } from '../assets/page-assets.ts'
import type { RenderedPage } from '../ssr/rendered-page.ts'

/** How the HTML document around a page looks. */
export interface DocumentOptions {
  /** The `lang` of the document. Default `en`. */
  readonly language?: string
  /** The title until the page sets its own. */
  readonly title?: string
  /** Markup for the head, as it is: icons, fonts, meta tags. */
  readonly head?: string
}

/** What of a document changes from one request to the next. */
export interface DocumentParts {
  /** The page object as JSON. */
  readonly pageJson: string
  /** The page as markup, when it was rendered on the server. */
  readonly rendered: RenderedPage | undefined
  readonly tags: AssetTags
  /** `undefined` when there is no content security policy. */
  readonly nonce: string | undefined
}

/** Prepares the document at boot, so that a request only joins its parts. */
export function createDocument(
  options: DocumentOptions,
  routes: Readonly<Record<string, string>>,
): (parts: DocumentParts) => string {
  const { language = 'en', title, head = '' } = options
  const start =
    `<!DOCTYPE html>\n<html lang="${toHtmlText(language)}">\n<head>\n<meta charset="utf-8">\n` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
  const ownTitle = title === undefined ? '' : `<title>${toHtmlText(title)}</title>\n`
  const middle =
    '</head>\n<body>\n' +
    `<script data-routes type="application/json">${toScriptJson(JSON.stringify(routes))}</script>\n` +
    '<script data-page="app" type="application/json">'
  const afterPage = '</script>\n'
  const end = '\n</body>\n</html>\n'

  return ({ pageJson, rendered, tags, nonce }) =>
    start +
    (rendered === undefined ? ownTitle : toHead(rendered, ownTitle)) +
    head +
    toNonceTag(nonce) +
    tags.head +
    middle +
    toScriptJson(pageJson) +
    afterPage +
    (rendered?.body ?? '<div id="app"></div>') +
    end
}

/** A browser shows the first title that it finds: a page's own replaces that of the document. */
function toHead({ head }: RenderedPage, ownTitle: string): string {
  const title = head.includes('<title') ? '' : ownTitle
  return head === '' ? title : `${title}${head}\n`
}

/** Where Vite's and the client's own code find the nonce for the styles that they insert. */
function toNonceTag(nonce: string | undefined): string {
  return nonce === undefined ? '' : `<meta property="csp-nonce" nonce="${nonce}">\n`
}
