import type { Template } from './templates.ts'

/** The content of a JSON file. */
export type Json = Readonly<Record<string, unknown>>

export interface Manifests {
  readonly example: Json
  readonly workspace: Json
  readonly tenon: Json
  readonly createTenon: Json
}

/** Packages that only the example's pages need; all others are needed in each template. */
const pagePackages = /^@inertiajs\/|^react(?:-dom)?$|^@vitejs\/plugin-react$/

/** An example builds the framework first. */
const workspaceBuild = 'npm run build -w tenon --prefix ../.. && '

/** Pinned, because a newer version may report problems in code that this version accepts. */
const linters = ['oxlint', 'oxlint-tsgolint']

/** Turns the example's package.json into a template's: published versions, its own tools and built exports. */
export function toManifest(manifests: Manifests, template: Template): Json {
  const { example, tenon } = manifests
  const versions = toVersions(manifests)
  const pick = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => toDependency(name, versions[name])))
  return {
    name: example['name'],
    version: '0.1.0',
    ...example,
    engines: tenon['engines'],
    scripts: {
      ...mapValues(example['scripts'], (script) =>
        script.replaceAll(' --conditions=source', '').replace(workspaceBuild, ''),
      ),
      // The example has no such script: the workspace checks it with its own tools.
      // `tenon types` runs first, because a page that was added since has no types yet.
      check: `tenon types && ${template.typeCheck} && tenon check && oxlint`,
    },
    dependencies: sortKeys({
      ...withoutPagePackages(example['dependencies']),
      ...pick(template.dependencies),
      tenon: `^${String(tenon['version'])}`,
    }),
    devDependencies: sortKeys({
      ...withoutPagePackages(example['devDependencies']),
      ...pick(['@types/node', ...template.devDependencies]),
      ...Object.fromEntries(linters.map((name) => [name, versions[name] ?? ''])),
    }),
  }
}

/** A tsconfig.json that extends the workspace's, with the workspace's options written out. */
export function toCompilerConfig(base: Json, extending: Json): Json {
  const { customConditions: _, ...options } = Object(base['compilerOptions'])
  const { extends: __, compilerOptions, ...rest } = extending
  // In the workspace a template is next to the example's files, not among them.
  const { rootDirs: ___, ...own } = Object(compilerOptions)
  return { compilerOptions: { ...options, ...own }, ...rest }
}

/** All packages of the workspace, its example and its templates, with their versions. */
function toVersions({ example, workspace, createTenon }: Manifests): Record<string, string> {
  return {
    ...toStrings(createTenon['devDependencies']),
    ...toStrings(example['devDependencies']),
    ...toStrings(example['dependencies']),
    ...toStrings(workspace['devDependencies']),
  }
}

/** `typescript-6` is the workspace's name for an older TypeScript, kept below the next major. */
function toDependency(name: string, version = ''): [name: string, version: string] {
  const [, alias, aliased] = /^npm:(.+)@(.+)$/.exec(version) ?? []
  return alias === undefined ? [name, `^${version.replace(/^\^/, '')}`] : [alias, `~${aliased}`]
}

function withoutPagePackages(dependencies: unknown): Record<string, string> {
  const entries = Object.entries(toStrings(dependencies))
  return Object.fromEntries(entries.filter(([name]) => !pagePackages.test(name)))
}

function toStrings(value: unknown): Record<string, string> {
  return mapValues(value, (text) => text)
}

function mapValues(value: unknown, map: (text: string) => string): Record<string, string> {
  const entries = Object.entries(Object(value ?? {}))
  return Object.fromEntries(entries.map(([name, text]) => [name, map(String(text))]))
}

function sortKeys(record: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
