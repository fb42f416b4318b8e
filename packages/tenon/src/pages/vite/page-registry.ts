import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPageFiles } from '../assets/page-files.ts'
import { findMailFiles } from '../mails/mail-files.ts'

/** The file that tells the compiler which pages exist. Applications commit it. */
export const registryFile = 'resources/pages.d.ts'

/** The same file for mails. */
const mailRegistryFile = 'resources/mails.d.ts'

/**
 * Writes the types of all pages for `page()`, and of all mails for `mail()`, one line each. Returns whether a
 * file has changed, which happens only when a page or mail is added or removed.
 */
export function writePageRegistry(root: string): boolean {
  const pages = writeRegistry(join(root, registryFile), 'pages', findPageFiles(root))
  const mails = writeRegistry(join(root, mailRegistryFile), 'mails', findMailFiles(root))
  return pages || mails
}

/** A component that is registered under a name. */
interface RegisteredFile {
  readonly name: string
  readonly file: string
}

type Kind = 'pages' | 'mails'

function writeRegistry(
  path: string,
  kind: Kind,
  files: readonly RegisteredFile[] | undefined,
): boolean {
  if (files === undefined) return removeRegistry(path)
  const text = toRegistry(kind, files)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return false
  writeFileSync(path, text)
  return true
}

/** Removes a registry whose folder is gone, because it would refer to missing files. Keeps files of other authors. */
function removeRegistry(path: string): boolean {
  const isOurs = existsSync(path) && readFileSync(path, 'utf8').includes('Written by Tenon')
  if (isOurs) rmSync(path)
  return isOurs
}

function toRegistry(kind: Kind, files: readonly RegisteredFile[]): string {
  const lines = files.map(({ name, file }) => {
    return `      ${toKey(name)}: typeof import(${toText(`./${kind}/${file}`)})['default']\n`
  })
  return (
    `/* eslint-disable -- Written by Tenon from the files in resources/${kind}. Commit it; do not edit it. */\n` +
    `import 'tenon'\n\n` +
    `declare module 'tenon' {\n  interface Register {\n    ${kind}: {\n` +
    `${lines.join('')}    }\n  }\n}\n`
  )
}

function toKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : toText(name)
}

/** Writes a text with the quotes that formatters choose, so that they do not change the file: `"What's new"`. */
function toText(text: string): string {
  return /['\\]/.test(text) ? JSON.stringify(text) : `'${text}'`
}
