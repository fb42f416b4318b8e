import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { supplyBase } from './base-of-files.ts'
import type { RenderSource } from './server-renderer.ts'

/** The file of a built application that renders its pages, below its root. */
export const rendererFile = 'ssr.js'

/** Finds the renderer that was built into `root`; `undefined` if the application has no `resources/ssr.*`. */
export function findBuiltRenderer(root: string, base = ''): RenderSource | undefined {
  const file = join(root, rendererFile)
  if (!existsSync(file)) return undefined
  const load = async (): Promise<unknown> => {
    supplyBase(base)
    return toDefault(await import(pathToFileURL(file).href))
  }
  return { file, load }
}

/** Returns the default export of a module. */
export function toDefault(module: unknown): unknown {
  return typeof module === 'object' && module !== null && 'default' in module
    ? module.default
    : undefined
}
