import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The module that starts the client: the application's own, or the one that Tenon supplies. */
export interface ClientEntry {
  /** The input for a bundler. */
  readonly input: string
  /** The path at which the development server serves it. */
  readonly path: string
}

const extensions = ['tsx', 'ts', 'jsx', 'js']
const candidates = extensions.map((extension) => `resources/app.${extension}`)
const rendererCandidates = extensions.map((extension) => `resources/ssr.${extension}`)

/** The id of the entry for an application that has no `resources/app.tsx`. */
export const suppliedEntry = 'virtual:tenon/app'

/** Finds `resources/app.tsx`; without one, `tenon/react` starts the pages with its defaults. */
export function findClientEntry(root: string): ClientEntry {
  const own = candidates.find((path) => existsSync(join(root, path)))
  return own === undefined
    ? { input: suppliedEntry, path: `/@id/${suppliedEntry}` }
    : { input: own, path: `/${own}` }
}

/** Finds `resources/ssr.tsx`, which renders pages on the server; `undefined` without one. */
export function findRendererEntry(root: string): string | undefined {
  return rendererCandidates.find((path) => existsSync(join(root, path)))
}

/** The source of the supplied entry: it imports the style sheet, if there is one, and all pages. */
export function toSuppliedEntry(root: string): string {
  const styles = 'resources/app.css'
  return (
    `import { start } from 'tenon/react'\n` +
    (existsSync(join(root, styles)) ? `import '/${styles}'\n` : '') +
    `start({ pages: import.meta.glob(['/resources/pages/**/*.{tsx,jsx}', '!**/*.{test,spec,stories}.*']) })\n`
  )
}
