import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'

/**
 * Lets browsers ask for the files of pages and packages only: Vite's own default is the whole workspace, with the
 * database and the uploads in it. Also serves what style sheets and `new URL(…)` name elsewhere, such as the fonts of a
 * package of the workspace: Vite itself notices only what is imported.
 */
export function servedFiles(root: string): Plugin {
  return {
    name: 'tenon:served-files',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    config: ({ server }) => ({
      server: {
        fs: { allow: [join(root, 'resources'), ...toPackageFolders(root)] },
        // The application says who else may read its answers. Vite would let every port of this machine.
        cors: server?.cors ?? false,
      },
    }),
    transform(code, id) {
      if (id.includes('/node_modules/')) return
      const { base, server } = this.environment.getTopLevelConfig()
      const { allow } = server.fs
      for (const [, url = ''] of code.matchAll(namedUrl)) {
        const path = toPlainPath(url.startsWith(base) ? url.slice(base.length - 1) : url)
        const file = url.includes('/@fs/') ? path : join(root, path)
        // No folder: the path of a route may be the name of one.
        const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
        if (isFile && !isBelowAny(allow, file)) allow.push(file)
      }
    },
  }
}

/** The folders in which Node looks for the packages of `folder`. */
function toPackageFolders(folder: string): readonly string[] {
  const parent = dirname(folder)
  return [join(folder, 'node_modules'), ...(parent === folder ? [] : toPackageFolders(parent))]
}

/** What Vite writes for `url(…)` of a style sheet, also where that is text in a module, and for `new URL(…)`. */
const namedUrl = /\b(?:url|URL)\(\s*(?:\/\*.*?\*\/\s*)?(?:''\s*\+\s*)?\\?["']?(\/[^"'()\s\\?#]+)/g

/**
 * Whether a path, without the base path, may be answered by Vite. It may if it names no file, or one that is served.
 * The other files of an application are not there, as in production, where a route may have their path.
 */
export function isServedPath(root: string, path: string, vite: ViteDevServer): boolean {
  const { publicDir, server } = vite.config
  const { moduleGraph } = vite.environments.client
  const isImported = (file: string): boolean =>
    // A style sheet may also be made from files that it only reads. They have no id.
    [...(moduleGraph.getModulesByFile(file) ?? [])].some(
      ({ id, importers }) => id !== null && importers.size > 0,
    )
  const files = toFiles(root, path)
  return (
    (publicDir !== '' && existsSync(publicDir + toPlainPath(path))) ||
    files.every(
      (file) => !existsSync(file) || isBelowAny(server.fs.allow, file) || isImported(file),
    )
  )
}

/** The files that Vite may find for a path: below the application's folder, and for `/@fs/home/…` anywhere. */
function toFiles(root: string, path: string): readonly string[] {
  const plain = toPlainPath(path)
  return plain === '/' ? [] : [join(root, plain), plain]
}

/** The path without its query, Vite's prefixes, escapes and dots. */
function toPlainPath(path: string): string {
  return join('/', toDecoded(path.replace(/[?#].*$/s, '')).replace(/^(?:\/@(?:fs|id)(?=\/))+/, ''))
}

function toDecoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return '/' // It names no file.
  }
}

function isBelowAny(folders: readonly string[], file: string): boolean {
  return folders.some((folder) => file === folder || file.startsWith(`${folder}/`))
}
