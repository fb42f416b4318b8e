import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPageFiles, type PageFile } from '../assets/page-files.ts'

/** The file that tells the compiler which pages there are; applications commit it. */
export const registryFile = 'resources/pages.d.ts'

/**
 * Writes the types of all pages for `page()`, one line each. Returns whether the file has changed,
 * which it does only when a page was added or removed.
 */
export function writePageRegistry(root: string): boolean {
  const files = findPageFiles(root)
  if (files === undefined) return false

  const path = join(root, registryFile)
  const text = toRegistry(files)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return false
  writeFileSync(path, text)
  return true
}

function toRegistry(files: readonly PageFile[]): string {
  const lines = files.map(({ name, file }) => {
    return `      ${toKey(name)}: typeof import('./pages/${file}')['default']\n`
  })
  return (
    '/* eslint-disable -- Written by Tenon from the files in resources/pages. Commit it; do not edit it. */\n' +
    `import 'tenon'\n\n` +
    `declare module 'tenon' {\n  interface Register {\n    pages: {\n` +
    `${lines.join('')}    }\n  }\n}\n`
  )
}

function toKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
}
