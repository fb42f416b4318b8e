/**
 * Bundles the programs that tests start as processes into the folder of `TEST_PROGRAMS`, at the paths that they have
 * in the workspace. From its sources, a program loads 1,100 modules in 0.6 s of CPU; its bundle needs 0.1 s.
 *
 * The doors of Tenon are bundled as well, for applications that tests write: `doors.js`, loaded before the application,
 * redirects its imports to the bundles.
 */
import {
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { serverTarget } from '../packages/tenon/src/pages/vite/base-config.ts'
import { PackagesAtStart } from '../packages/tenon/src/pages/vite/packages-at-start.ts'
import { root } from './command.ts'
import { keepPlaces, type Place } from './keep-places.ts'

const programs = [
  'examples/{accounts,todo}/main.ts',
  'packages/tenon/fixtures/api/main.ts',
  'packages/tenon/test/{database,deploy,events,faults,jobs,live}/*/main.ts',
  'packages/tenon/test/{deploy,prefix,telemetry}/main.ts',
  'packages/tenon/test/deploy/tenon.ts',
  'packages/tenon/test/{console,faults}/program.ts',
  'packages/tenon/test/cache/fetch-process.ts',
  'packages/tenon/test/changes/write-process.ts',
  'packages/tenon/test/jobs/worker-process.ts',
  'packages/tenon/test/migrations/migrate-process.ts',
  'packages/tenon/test/models/stream-process.ts',
  'packages/tenon/test/schedule/replica-process.ts',
  'packages/tenon/test/server/server-program.ts',
  'packages/tenon/test/support/sqlite-@(open|write).ts',
]

/** The migrations, which the programs read from their folders while they run. */
const migrations = '**/database/*/*.ts'

/** The packages with the most modules; the others are loaded as they are. */
const bundled = [
  /^(?:@fastify\/.+|cookie|croner|kysely|negotiator|pg|pino)$/,
  /^tenon(?:\/|$)/,
  /^zod(?:\/|$)/,
]

const sources = join(root, 'packages/tenon/src/')

/** This module recognizes stack frames of Tenon's code by its own folder, so it gets a path in the bundle's folder. */
const ownFrames = 'data/database/places/statement-location.ts'

/** Only a bundler that knows Svelte can load this door's library, so no program imports the door. */
const SVELTE = './src/svelte.ts'

const folder = process.env['TEST_PROGRAMS']
if (folder === undefined) throw new Error('Set TEST_PROGRAMS to a folder.')

const mains = globSync(programs, { cwd: root })
const folders = [...new Set(mains.map((path) => dirname(path)))]
const read = globSync(
  folders.map((path) => `${path}/${migrations}`),
  { cwd: root },
)
const doors = findDoors()
const inputs = [...new Set([...mains, ...read, ...doors])]
/** Packages that an application and Tenon must load from the same copy. */
const shared = ['kysely', 'zod', 'zod/locales']

/** Finds the modules that applications load. They become one file: 165 small files would take 60 ms of CPU. */
const atStart = new PackagesAtStart(join(root, 'examples/todo/main.ts'))

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [keepPlaces(toPlace), atStart.plugin],
  ssr: { noExternal: bundled, resolve: { conditions: ['source', 'node', 'module'] } },
  build: {
    ssr: true,
    outDir: folder,
    emptyOutDir: false,
    target: serverTarget,
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries([
        ...inputs.map((path) => [toName(path), path]),
        ...shared.map((name) => [`doors/${name}`, name]),
      ]),
      // Applications outside the bundle import the doors, so a door keeps all of its exports.
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        keepNames: true,
        // Node reads a quarter less text, with one byte a character: a command needs 0.160 s of CPU instead of 0.171 s.
        charset: 'ascii',
        comments: { legal: false, annotation: false, jsdoc: false },
        codeSplitting: { groups: [{ name: 'start', test: isLoadedByAll }] },
      },
    },
  },
})
writeDoors()
linkBeside()

/** Zod stays apart, because some programs load it alone, and few load it with all of its languages. */
function isLoadedByAll(id: string): boolean {
  return atStart.has(id) && !id.includes('/node_modules/zod/')
}

function toName(path: string): string {
  return path.slice(0, -extname(path).length)
}

/** The sources of the package's doors. */
function findDoors(): readonly string[] {
  const manifest: { exports: Readonly<Record<string, string | { readonly source?: string }>> } =
    JSON.parse(readFileSync(join(root, 'packages/tenon/package.json'), 'utf8'))
  return Object.values(manifest.exports)
    .map((target) => (typeof target === 'string' ? target : (target.source ?? '')))
    .filter((path) => path.endsWith('.ts') && path !== SVELTE)
    .map((path) => join('packages/tenon', path))
}

/** Writes the module that resolves the doors, and the packages shared with applications, to their bundles. */
function writeDoors(): void {
  const toBundle = (name: string): string => pathToFileURL(join(folder ?? '', `${name}.js`)).href
  const bundles = Object.fromEntries([
    ...doors.map((path) => [pathToFileURL(join(root, path)).href, toBundle(toName(path))]),
    ...shared.map((name) => [import.meta.resolve(name), toBundle(`doors/${name}`)]),
  ])
  writeFileSync(
    join(folder ?? '', 'doors.js'),
    `import { registerHooks } from 'node:module'
const bundles = ${JSON.stringify(bundles, null, 2)}
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const url = bundles[resolved.url]
    return url === undefined ? resolved : { ...resolved, url, format: 'module' }
  },
})
`,
  )
}

/** The place of a source of Tenon. */
function toPlace(id: string): Place | undefined {
  if (!id.startsWith(sources)) return undefined
  const url = id.endsWith(ownFrames) ? join(folder ?? '', 'chunks', relative(sources, id)) : id
  return {
    dirname: JSON.stringify(dirname(id)),
    filename: JSON.stringify(id),
    url: JSON.stringify(pathToFileURL(url).href),
  }
}

/** Links the files in the folders of the programs that are not bundled. */
function linkBeside(): void {
  for (const path of folders) {
    for (const name of readdirSync(join(root, path))) {
      const from = join(root, path, name)
      const isBundled =
        extname(name) === '.ts' || inputs.some((input) => input.startsWith(`${path}/${name}/`))
      if (isBundled) continue
      const to = join(folder ?? '', path, name)
      mkdirSync(dirname(to), { recursive: true })
      symlinkSync(from, to, statSync(from).isDirectory() ? 'dir' : 'file')
    }
  }
}
