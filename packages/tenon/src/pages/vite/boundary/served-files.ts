import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'

/**
 * Serves only the files of pages and packages to browsers. Vite's default is the whole workspace, including the
 * database and uploads. Also serves files elsewhere that style sheets and `new URL(…)` name, such as the fonts of a
 * workspace package, because Vite itself only recognizes imported files.
 */
export function servedFiles(root: string): Plugin {
  return {
    name: 'tenon:served-files',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    config: ({ server }) => ({
      server: {
        fs: { allow: [join(root, 'resources'), ...toPackageFolders(root)] },
        // The application decides which other origins may read its answers. Vite would allow every port of this
        // machine.
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
        // Allow only files, because the path of a route may also be the name of a folder.
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

/** Finds URLs in the forms that Vite writes: `url(…)` of a style sheet, also as text in a module, and `new URL(…)`. */
const namedUrl = /\b(?:url|URL)\(\s*(?:\/\*.*?\*\/\s*)?(?:''\s*\+\s*)?\\?["']?(\/[^"'()\s\\?#]+)/g

/**
 * Whether Vite may answer a path (without the base path): if the path names no file, or a file that is served. All
 * other files of an application are hidden as in production, where a route may have their path.
 */
export function isServedPath(root: string, path: string, vite: ViteDevServer): boolean {
  const { publicDir, server } = vite.config
  const { moduleGraph } = vite.environments.client
  const isImported = (file: string): boolean =>
    // Ignore files that a style sheet only reads while it is built. They have no id.
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

/** The files that Vite may find for a path: below the application's folder, or anywhere for `/@fs/home/…`. */
function toFiles(root: string, path: string): readonly string[] {
  const plain = toPlainPath(path)
  return plain === '/' ? [] : [join(root, plain), plain]
}

/** The decoded path, without its query, Vite's prefixes and dot segments. */
function toPlainPath(path: string): string {
  return join('/', toDecoded(path.replace(/[?#].*$/s, '')).replace(/^(?:\/@(?:fs|id)(?=\/))+/, ''))
}

function toDecoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return '/' // An invalid path names no file.
  }
}

function isBelowAny(folders: readonly string[], file: string): boolean {
  return folders.some((folder) => file === folder || file.startsWith(`${folder}/`))
}
