import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { outFolder } from '../places.ts'
import { findFile } from './open-site.ts'

const link = /<(?:a|img|link|script)\b[^>]*?\b(?:href|src)="([^"]+)"/g

/** Lists the links of the built pages that lead to no page, file or heading of the site. */
export function findDeadLinks(): readonly string[] {
  const ids = new Map<string, ReadonlySet<string>>()
  const idsOf = (file: string) => {
    const found = ids.get(file) ?? readIds(file)
    ids.set(file, found)
    return found
  }
  return globSync('**/*.html', { cwd: outFolder }).flatMap((page) => {
    const targets = new Set(findTargets(page))
    return [...targets]
      .filter((target) => isDead(target, idsOf))
      .map((target) => `${page}: ${target}`)
  })
}

function findTargets(page: string): readonly string[] {
  const html = readFileSync(join(outFolder, page), 'utf8')
  const base = `http://site/${toPath(page)}`
  return [...html.matchAll(link)]
    .map(([, target = '']) => new URL(target.replaceAll('&amp;', '&'), base))
    .filter(({ host }) => host === 'site')
    .map(({ pathname, hash }) => pathname + hash)
}

function isDead(target: string, idsOf: (file: string) => ReadonlySet<string>): boolean {
  const [path = '', anchor = ''] = target.split('#', 2)
  const file = findFile(path)
  if (file === undefined) return true
  return anchor !== '' && file.endsWith('.html') && !idsOf(file).has(decodeURIComponent(anchor))
}

function readIds(file: string): ReadonlySet<string> {
  const html = readFileSync(file, 'utf8')
  return new Set([...html.matchAll(/\bid="([^"]+)"/g)].map(([, id = '']) => id))
}

function toPath(page: string): string {
  return relative('.', page).replace(/(?:index)?\.html$/, '')
}
