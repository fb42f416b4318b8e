import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderSource } from './server-renderer.ts'

/** The file of a built application that renders its pages, below its root. */
export const rendererFile = 'ssr.js'

/** Finds the renderer that was built into `root`; `undefined` without a `resources/ssr.*`. */
export function findBuiltRenderer(root: string): RenderSource | undefined {
  const file = join(root, rendererFile)
  if (!existsSync(file)) return undefined
  return { file, load: async () => toDefault(await import(pathToFileURL(file).href)) }
}

/** Returns the default export of a module. */
export function toDefault(module: unknown): unknown {
  return typeof module === 'object' && module !== null && 'default' in module
    ? module.default
    : undefined
}
