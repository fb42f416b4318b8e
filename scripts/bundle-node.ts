/**
 * Bundles Tenon's code for servers into `dist/node`, where Node loads it: the doors, and the `tenon` command. Without
 * the bundle, a server, a command or a test loads more than a thousand modules, which takes longer than most of them
 * run.
 *
 * Bundlers load the modules themselves, under the condition `module`, and leave out code that an application does not
 * use. Modules that the doors for pages also import, and modules that are loaded by their path, stay outside the
 * bundle, so that no module exists twice in a process.
 */
import { copyFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { build, type Plugin, type Rollup } from 'vite'
import { root } from './command.ts'
import { keepPlaces, type Place } from './keep-places.ts'
import { compiled, findApart, readNodeDoors } from './node-doors.ts'

const folder = join(compiled, 'node')

/** Kysely has 255 modules. It builds plain objects, so an application may also load its own copy. */
const bundled = /^kysely$/

const apart = findApart()
const atStart = new Set<string>()

await build({
  root: compiled,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [keepPlaces(toPlace), leaveApart(), findStart()],
  ssr: { noExternal: bundled },
  build: {
    ssr: true,
    outDir: folder,
    emptyOutDir: true,
    target: 'esnext',
    minify: false,
    rolldownOptions: {
      input: {
        ...Object.fromEntries(
          readNodeDoors().map(({ module }) => [basename(module, '.js'), module]),
        ),
        cli: join(compiled, 'tooling/cli/main.js'),
      },
      // Applications outside the bundle import the doors, so a door keeps all of its exports.
      preserveEntrySignatures: 'strict',
      // Some dynamic imports are meant for the build of an application.
      onLog: (level, log, tell) => log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT' && tell(level, log),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        keepNames: true,
        charset: 'ascii',
        comments: { legal: true, annotation: false, jsdoc: false },
        codeSplitting: { groups: [{ name: 'start', test: (id) => atStart.has(id) }] },
      },
    },
  },
})

// Kysely's licence must be distributed with its code.
copyFileSync(join(root, 'node_modules/kysely/LICENSE'), join(folder, 'kysely.LICENSE'))

/** Imports the modules that stay outside the bundle from their own place. */
function leaveApart(): Plugin {
  return {
    name: 'leave-apart',
    enforce: 'pre',
    resolveId(name, importer) {
      if (importer === undefined || !name.startsWith('.')) return undefined
      const file = join(dirname(importer), name)
      return apart.has(file) ? { id: relative(folder, file), external: 'relative' } : undefined
    },
  }
}

/** Finds the modules that the first door imports. They become one file: each file takes time to find and link. */
function findStart(): Plugin {
  return {
    name: 'find-start',
    buildEnd() {
      const found = [join(compiled, 'index.js')]
      for (let id = found.pop(); id !== undefined; id = found.pop()) {
        const module: Rollup.ModuleInfo | null = atStart.has(id) ? null : this.getModuleInfo(id)
        if (module === null) continue
        atStart.add(id)
        found.push(...module.importedIds)
      }
    },
  }
}

/** The place of a compiled module, seen from the bundle. */
function toPlace(id: string): Place | undefined {
  if (!id.startsWith(compiled)) return undefined
  const own = relative(folder, id)
  const fromBundle = (path: string): string =>
    `process.getBuiltinModule('node:path').join(import.meta.dirname, ${JSON.stringify(path)})`
  return {
    dirname: fromBundle(dirname(own)),
    filename: fromBundle(own),
    url: `new URL(${JSON.stringify(own)}, import.meta.url).href`,
  }
}
