import { cpSync, existsSync, globSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, mergeConfig, type InlineConfig, type Plugin } from 'vite'
import { toBaseConfig } from './base-config.ts'

/** Where the parts of an application's server side are. */
export interface ServerSources {
  /** The main file, such as `main.ts`. */
  readonly entry: string
  /** The folder of migrations, which become files of their own; beside it lies `schema.json`. */
  readonly migrations: string
  /** The folder of seeders, which become files of their own, too. */
  readonly seeders: string
}

/**
 * Builds the server side into `folder`, which then runs with nothing but Node beside it.
 *
 * All chunks lie in `folder` itself: `import.meta.dirname` is the application's root in the built
 * code as in `main.ts`, whichever chunk the code ended up in.
 */
export async function buildServer(
  root: string,
  folder: string,
  sources: ServerSources,
): Promise<void> {
  const own: InlineConfig = {
    plugins: [leaveOut],
    publicDir: false,
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: toInput(root, sources),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          charset: 'ascii',
          comments: { legal: true, annotation: false, jsdoc: false },
        },
      },
    },
    ssr: { noExternal: true },
  }
  await build(mergeConfig(await toBaseConfig(root), own))
  writeFileSync(join(folder, 'main.js'), mainFile)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }\n')
  copySnapshot(root, folder, sources)
}

/**
 * What is started: it loads the application from Node's compile cache, which the first start that ends
 * in order leaves beside it, where it may write there; the folder may then be put elsewhere.
 */
const mainFile = `import module from 'node:module'
import { join } from 'node:path'

module.enableCompileCache({ directory: join(import.meta.dirname, '.cache'), portable: true })
await import('./app.js')
`

/** `schema:check` of the build compares with the same snapshot. */
function copySnapshot(root: string, folder: string, { migrations }: ServerSources): void {
  const snapshot = join(dirname(migrations), 'schema.json')
  if (existsSync(join(root, snapshot))) cpSync(join(root, snapshot), join(folder, snapshot))
}

function toInput(root: string, { entry, migrations, seeders }: ServerSources) {
  const files = globSync(`{${migrations},${seeders}}/*.{ts,js}`, { cwd: root }).filter(isLoaded)
  return {
    app: entry,
    ...Object.fromEntries(files.map((file) => [file.replace(/\.[jt]s$/, ''), file])),
  }
}

function isLoaded(file: string): boolean {
  return !/\.(?:d|test)\.[jt]s$/.test(file)
}

/** Native addons and tools of development, which a built application does not carry. */
const neverBundled = /^(?:pg-native|better-sqlite3|pino-pretty|youch|vite|@vitejs\/.+|rolldown)$/

/** Packages that an application may do without: bundled where they are installed. */
const optionalPeers = /^(?:@redis\/client|@opentelemetry\/.+)$/

const leaveOut: Plugin = {
  name: 'tenon:leave-out',
  enforce: 'pre',
  async resolveId(id, importer) {
    if (neverBundled.test(id)) return { id, external: true }
    if (!optionalPeers.test(id)) return undefined
    const found = await this.resolve(id, importer, { skipSelf: true })
    return found ?? { id, external: true }
  },
}
