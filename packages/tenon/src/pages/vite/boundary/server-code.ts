import { isBuiltin } from 'node:module'
import { join } from 'node:path'

/**
 * Whether an import names a module that runs only on the server: Node's own modules, and all doors of Tenon
 * except those for the client.
 *
 * Packages and the bundler may import Node's modules: many packages run on both sides, and Vite replaces such
 * modules by empty ones in browsers.
 */
export function isServerCode(name: string, importer: string): boolean {
  return serverDoor.test(name) || (isBuiltin(name) && isOfApplication(importer))
}

const serverDoor = /^tenon(?:\/(?!(?:client|languages|react|svelte|vue)$).*)?$/

/** Ids of modules that are not files start with a NUL. */
function isOfApplication(id: string): boolean {
  return !id.startsWith('\0') && !id.includes('/node_modules/') && !id.startsWith(tenonsOwn)
}

const tenonsOwn = join(import.meta.dirname, '../../../')
