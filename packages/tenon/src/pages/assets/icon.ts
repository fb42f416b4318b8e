import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The icons that documents link. With `sizes`, Chromium prefers the SVG; other browsers use what they support. */
const icons = [
  { file: 'favicon.ico', attributes: 'sizes="32x32"' },
  { file: 'icon.svg', attributes: 'type="image/svg+xml"' },
]

/** An empty icon. Without any icon, browsers request `/favicon.ico` and report the 404. */
export const emptyIcon = '<link rel="icon" href="data:,">\n'

/** Markup for the icons in a folder of public files. If there are no icons, markup for an empty one. */
export function toIconTags(folder: string, base = ''): string {
  const found = icons.filter(({ file }) => existsSync(join(folder, file)))
  if (found.length === 0) return emptyIcon
  return found
    .map(({ file, attributes }) => `<link rel="icon" href="${base}/${file}" ${attributes}>\n`)
    .join('')
}

/** Whether the markup of a document's head links an icon. */
export function hasIcon(head: string): boolean {
  return /<link\b[^>]*\brel=(?:["'][^"'>]*\bicon\b|icon\b)/i.test(head)
}
