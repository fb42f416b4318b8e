import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The icons that documents link. With `sizes`, Chromium prefers the SVG; others take what they can show. */
const icons = [
  { file: 'favicon.ico', tag: '<link rel="icon" href="/favicon.ico" sizes="32x32">\n' },
  { file: 'icon.svg', tag: '<link rel="icon" href="/icon.svg" type="image/svg+xml">\n' },
]

/** An icon of nothing: without any, browsers ask for `/favicon.ico` and report the 404. */
export const emptyIcon = '<link rel="icon" href="data:,">\n'

/** Markup for the icons in a folder of public files; without one, for an empty icon. */
export function toIconTags(folder: string): string {
  const found = icons.filter(({ file }) => existsSync(join(folder, file)))
  return found.length === 0 ? emptyIcon : found.map(({ tag }) => tag).join('')
}

/** Whether markup for a head names an icon. */
export function hasIcon(head: string): boolean {
  return /<link\b[^>]*\brel=(?:["'][^"'>]*\bicon\b|icon\b)/i.test(head)
}
