/** A link that every page shows. */
interface NavigationLink {
  readonly label: () => string
  readonly href: () => string
}

/** The links that every page shows. `tenon make` adds a link for each resource. */
export const navigation: readonly NavigationLink[] = []

/** The `aria-current` of a link on the page with this URL: `page` for this page, `true` for a page above it. */
export function toCurrent({ href }: NavigationLink, url: string): 'page' | 'true' | undefined {
  const [path = ''] = url.split(/[?#]/)
  if (path === href()) return 'page'
  return path.startsWith(`${href()}/`) ? 'true' : undefined
}
