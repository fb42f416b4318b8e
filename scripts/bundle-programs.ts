/**
 * Bundles the programs that tests start as processes into the folder of `TEST_PROGRAMS`, at the paths that they have
 * in the workspace. A program loads 1,100 modules from its sources, and needs 0.6 s of CPU for it; its bundle, 0.2 s.
 */
import { globSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { root } from './command.ts'

const programs = [
  'examples/todo/main.ts',
  'packages/tenon/fixtures/api/main.ts',
  'packages/tenon/test/{database,deploy,faults,jobs}/*/main.ts',
  'packages/tenon/test/{deploy,telemetry}/main.ts',
  'packages/tenon/test/{console,faults}/program.ts',
  // Not jobs/worker-process.ts: Rolldown leaves out the end of a top-level 'await using', so it would not end.
  'packages/tenon/test/schedule/replica-process.ts',
  'packages/tenon/test/server/server-program.ts',
]

/** The migrations, which the programs read from their folders while they run. */
const migrations = '**/database/*/*.ts'

/** The packages with the most modules; the others are loaded as they are. */
const bundled = [/^kysely$/, /^tenon(?:\/|$)/, /^zod(?:\/|$)/]

const folder = process.env['TEST_PROGRAMS']
if (folder === undefined) throw new Error('Set TEST_PROGRAMS to a folder.')

const mains = globSync(programs, { cwd: root })
const folders = [...new Set(mains.map((path) => dirname(path)))]
const read = globSync(
  folders.map((path) => `${path}/${migrations}`),
  { cwd: root },
)
const inputs = [...new Set([...mains, ...read])]

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [keepPlaces()],
  ssr: { noExternal: bundled, resolve: { conditions: ['source', 'node', 'module'] } },
  build: {
    ssr: true,
    outDir: folder,
    emptyOutDir: false,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(inputs.map((path) => [path.slice(0, -extname(path).length), path])),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        keepNames: true,
      },
    },
  },
})
linkBeside()

/** Tenon's modules read files beside their sources, wherever the bundler puts the code. */
function keepPlaces(): Plugin {
  const sources = join(root, 'packages/tenon/src/')
  return {
    name: 'keep-places',
    transform(code, id) {
      if (!id.startsWith(sources) || !code.includes('import.meta.')) return undefined
      return code
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
        .replaceAll('import.meta.filename', JSON.stringify(id))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    },
  }
}

/** Links what lies in the folders of the programs and is not bundled. */
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
