import { randomUUID } from 'node:crypto'
import { uuidV7 } from '../../data/columns/uuid.ts'

/** Creates the key of a new file: a UUID and the extension of its type. No part of it comes from a client. */
export function createKey(extension: string): string {
  return extension === '' ? uuidV7() : `${uuidV7()}.${extension}`
}

/** Whether a text has the form of a key. Anything else, such as a path with `..`, never reaches a store. */
export function isKey(text: string): boolean {
  return KEY.test(text)
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Some types have two extensions, such as `.tar.gz`, or one in capitals, such as `.Z`. */
const KEY = new RegExp(String.raw`^${UUID}(?:\.[A-Za-z0-9]{1,16}){0,2}$`)

/** Whether a text can be the name of a disk, and so of a folder on every system. */
export function isDiskName(text: string): boolean {
  return /^[a-z][a-z0-9-]{0,62}$/.test(text) && text !== incomingFolder
}

/** The folder of direct uploads that were not accepted yet. */
export const incomingFolder = 'incoming'

export function toStoredPath(disk: string, key: string): string {
  return `${disk}/${key}`
}

export function toIncomingPath(disk: string, id: string): string {
  return `${incomingFolder}/${disk}-${id}`
}

/** Creates the path of a file that is being written or accepted. Nobody else knows its name. */
export function createPartialPath(): string {
  return `${incomingFolder}/${randomUUID()}.part`
}

/** Whether `toIncomingPath` or `createPartialPath` has made this name. */
export function isIncomingName(name: string): boolean {
  return INCOMING.test(name)
}

/** Whether `createPartialPath` has made this incoming name, so that no ticket exists for the file. */
export function isPartialName(name: string): boolean {
  return name.endsWith('.part')
}

const INCOMING = new RegExp(String.raw`^(?:[a-z][a-z0-9-]{0,62}-${UUID}|${UUID}\.part)$`)

/** Whether `toStoredPath` or `toIncomingPath` has made this path, not for a variant. */
export function isOwnPath(path: string): boolean {
  const [folder = '', name = '', ...rest] = path.split('/')
  if (rest.length > 0) return false
  return folder === incomingFolder ? isIncomingName(name) : isDiskName(folder) && isKey(name)
}

/** The extension of a key; empty if it has none. */
export function toExtension(key: string): string {
  const dot = key.indexOf('.')
  return dot === -1 ? '' : key.slice(dot + 1)
}
