import { language } from '../../base/language/current-language.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { localizedAddresses } from '../../web/routing/localized/localized-addresses.ts'
import { toHtmlText } from '../assets/escape.ts'

/** Links to a localized page in each language, for search engines; empty for any other page. */
export function toLanguageLinks(request: HttpRequest, appUrl: string | undefined): string {
  const addresses = localizedAddresses(request)
  if (addresses === undefined) return ''
  const origin = (appUrl ?? `${request.protocol}://${request.host}`).replace(/\/$/, '')
  const toLink = (kind: string, path: string): string =>
    `<link ${kind} href="${toHtmlText(origin + path)}">\n`
  const each = Object.entries(addresses)
  const alternates = each.map(([name, path]) => toLink(`rel="alternate" hreflang="${name}"`, path))
  const [, byDefault = ''] = each[0] ?? []
  return [
    toLink('rel="canonical"', addresses[language()] ?? byDefault),
    ...alternates,
    toLink('rel="alternate" hreflang="x-default"', byDefault),
  ].join('')
}
