import { cpSync, globSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, mergeConfig, type InlineConfig, type Plugin } from 'vite'
import { serverTarget, toBaseConfig } from './base-config.ts'
import { PackagesAtStart } from './packages-at-start.ts'
import { mainFile, startOfBuild } from './versions/build-folder.ts'

/** The paths of an application's server side, relative to its root. */
export interface ServerSources {
  /** The main file, such as `main.ts`. */
  readonly entry: string
  /** The migrations folder, next to `schema.json`. Each migration becomes a separate file. */
  readonly migrations: string
  /** The seeders folder. Each seeder becomes a separate file. */
  readonly seeders: string
}

/**
 * Builds the server side into `folder`. The result needs only Node and its main file to run.
 *
 * All chunks are directly in `folder`. So in built code, `import.meta.dirname` is the application's root as
 * in `main.ts`, in whichever chunk the code is.
 */
export async function buildServer(
  root: string,
  folder: string,
  sources: ServerSources,
): Promise<void> {
  const atStart = new PackagesAtStart(join(root, sources.entry))
  const own: InlineConfig = {
    plugins: [leaveOut, tellInstalled, tellOfTools(root), reflectFirst, atStart.plugin],
    publicDir: false,
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: serverTarget,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: toInput(root, sources),
        // Disable this warning: a server loads all files from its disk, so it does not matter which one has a module.
        checks: { ineffectiveDynamicImport: false },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          charset: 'ascii',
          comments: { legal: true, annotation: false, jsdoc: false },
          codeSplitting: { groups: [{ name: 'packages', test: (id) => atStart.has(id) }] },
        },
      },
    },
    ssr: { noExternal: true },
  }
  await build(mergeConfig(await toBaseConfig(root), own))
  copySnapshots(root, folder, sources)
}

/**
 * Writes the file that starts the built application. It uses Node's compile cache: the first process that exits cleanly
 * writes the cache next to the file, if the folder is writable. You can move the folder afterwards.
 */
export function writeMainFile(folder: string): void {
  writeFileSync(join(folder, mainFile), startingCode)
}

const startingCode = `import module from 'node:module'
import { join } from 'node:path'

const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 24 || (major === 24 && minor < 7)) {
  console.error(\`The application needs Node 24.7 or newer, from https://nodejs.org; this is \${process.versions.node}.\`)
  process.exit(1)
}
module.enableCompileCache({ directory: join(import.meta.dirname, '.cache'), portable: true })
${startOfBuild}`

/** Copies the snapshots, so that `schema:check` of the build uses the same ones. */
function copySnapshots(root: string, folder: string, { migrations }: ServerSources): void {
  const own = join(dirname(migrations), 'schema.json')
  const known = join(dirname(migrations), 'known-differences.json')
  for (const snapshot of globSync([own, known, 'database/schema.*.json'], { cwd: root })) {
    cpSync(join(root, snapshot), join(folder, snapshot))
  }
}

function toInput(root: string, { entry, migrations, seeders }: ServerSources) {
  const places = [`{${migrations},${seeders}}/*.{ts,js}`, ofNamedDatabases]
  const files = globSync(places, { cwd: root }).filter(isLoaded)
  return {
    app: entry,
    ...Object.fromEntries(files.map((file) => [file.replace(/\.[jt]s$/, ''), file])),
  }
}

/** The migrations of named databases. Names of migrations begin with a date. */
const ofNamedDatabases = 'database/*/[0-9]*_*.{ts,js}'

function isLoaded(file: string): boolean {
  return !/\.(?:d|test)\.[jt]s$/.test(file)
}

/** Native addons and development tools. A built application does not include them. */
const neverBundled = /^(?:pg-native|better-sqlite3|pino-pretty|youch|vite|@vitejs\/.+|rolldown)$/

/** Optional packages: bundled if they are installed. */
const optionalPeers = new RegExp(
  `^(?:${[
    '@aws-sdk/.+',
    '@modelcontextprotocol/.+',
    '@opentelemetry/.+',
    '@redis/client',
    '@simplewebauthn/server',
    '@zxcvbn-ts/language-common',
    'juice',
    'openid-client',
    'otpauth',
    'prom-client',
    'qrcode-generator',
  ].join('|')})$`,
)

const leaveOut: Plugin = {
  name: 'tenon:leave-out',
  enforce: 'pre',
  resolveId: {
    filter: { id: [neverBundled, optionalPeers] },
    async handler(id, importer) {
      if (neverBundled.test(id)) return { id, external: true }
      const found = await this.resolve(id, importer, { skipSelf: true })
      return found ?? { id, external: true }
    },
  },
}

/**
 * Replaces `import.meta.resolve('name')` by the name if the build includes that package. Tenon calls it to ask whether
 * an optional package is installed, but a build has no `node_modules`.
 */
const tellInstalled: Plugin = {
  name: 'tenon:tell-installed',
  transform: {
    filter: { code: 'import.meta.resolve(' },
    async handler(code, id) {
      let told = code
      for (const [call, name = ''] of code.matchAll(/import\.meta\.resolve\(['"]([^'"]+)['"]\)/g)) {
        const found = optionalPeers.test(name) ? await this.resolve(name, id) : null
        const isIncluded = found !== null && found.external === false
        if (isIncluded) told = told.replace(call, JSON.stringify(name))
      }
      return told === code ? undefined : { code: told, map: null }
    },
  },
}

/**
 * Warns if a route seems to be a tool for agents, but the package for agents is not installed: the built
 * server would not start. It is only a warning, because other libraries have a method of that name.
 */
function tellOfTools(root: string): Plugin {
  let hasTools = false
  return {
    name: 'tenon:tools',
    transform: {
      filter: { code: '.tool(' },
      handler(_code, id) {
        if (id.startsWith(join(root, 'app')) || id === join(root, 'main.ts')) hasTools = true
      },
    },
    async buildEnd() {
      const found = hasTools ? await this.resolve(toolsPackage, join(root, 'main.ts')) : null
      // A package is external if it is not installed.
      if (found?.external === undefined || found.external === false) return
      this.warn(
        `The application calls .tool(). If that is a route for agents, the built server needs the package ${toolsPackage} and does not start: run "npm install ${toolsPackage}" and build again.`,
      )
    },
  }
}

const toolsPackage = '@modelcontextprotocol/server'

/**
 * Makes tsyringe, which passkeys use, import `reflect-metadata` itself. A bundle runs a CommonJS module such as this
 * polyfill after the ES modules of the same importer. So tsyringe would run before the polyfill and throw.
 */
const reflectFirst: Plugin = {
  name: 'tenon:reflect-first',
  transform: {
    filter: { id: /\/tsyringe\/dist\/\w+\/index\.js$/ },
    async handler(code, id) {
      const polyfill = await this.resolve('reflect-metadata', id)
      if (polyfill === null) return undefined
      return { code: `import ${JSON.stringify(polyfill.id)};${code}`, map: null }
    },
  },
}
