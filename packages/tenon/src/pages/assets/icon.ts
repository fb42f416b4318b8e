import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The icons that documents link. With `sizes`, Chromium prefers the SVG; others take what they can show. */
const icons = [
  { file: 'favicon.ico', attributes: 'sizes="32x32"' },
  { file: 'icon.svg', attributes: 'type="image/svg+xml"' },
]

/** An icon of nothing: without any, browsers ask for `/favicon.ico` and report the 404. */
export const emptyIcon = '<link rel="icon" href="data:,">\n'

/** Markup for the icons in a folder of public files; without one, for an empty icon. */
export function toIconTags(folder: string, base = ''): string {
  const found = icons.filter(({ file }) => existsSync(join(folder, file)))
  if (found.length === 0) return emptyIcon
  return found
    .map(({ file, attributes }) => `<link rel="icon" href="${base}/${file}" ${attributes}>\n`)
    .join('')
}

/** Whether markup for a head names an icon. */
export function hasIcon(head: string): boolean {
  return /<link\b[^>]*\brel=(?:["'][^"'>]*\bicon\b|icon\b)/i.test(head)
}
