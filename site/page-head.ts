/** An element of the head, as VitePress expects it. */
type HeadElement = [tag: string, attributes: Record<string, string>]

interface Page {
  readonly title: string
  readonly description: string
  /** The page's file below the gathered pages. */
  readonly relativePath: string
}

/** The elements of a page's head for previews of links: title, description, picture and address. */
export function toHead(
  { title, description, relativePath }: Page,
  siteUrl: string | undefined,
): HeadElement[] {
  const properties: readonly (readonly [string, string])[] = [
    ['og:type', 'website'],
    ['og:site_name', 'Tenon'],
    ['og:title', title],
    ['og:description', description],
  ]
  const head = properties.map(toMeta)
  if (siteUrl === undefined) return head
  const url = new URL(relativePath.replace(/(?:index)?\.md$/, ''), siteUrl).href
  const image = new URL('images/dashboard-request.png', siteUrl).href
  return [
    ...head,
    toMeta(['og:url', url]),
    toMeta(['og:image', image]),
    ['link', { rel: 'canonical', href: url }],
  ]
}

function toMeta([property, content]: readonly [string, string]): HeadElement {
  return ['meta', { property, content }]
}
