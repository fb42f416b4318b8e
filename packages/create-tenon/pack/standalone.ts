/** The content of a JSON file. */
type Json = Readonly<Record<string, unknown>>

export interface Manifests {
  readonly example: Json
  readonly workspace: Json
  readonly tenon: Json
}

/** Tools that the workspace has for all its packages and a single application needs by itself. */
const tools = ['@types/node', '@types/react', '@types/react-dom', 'typescript']

/** Those of which a newer one may refuse what this one let pass: as the workspace has them. */
const linters = ['oxlint', 'oxlint-tsgolint']

/** The example's package.json with published versions, its own tools, and scripts on built doors. */
export function toManifest({ example, workspace, tenon }: Manifests): Json {
  const shared = toStrings(workspace['devDependencies'])
  const own = Object.fromEntries([
    ...tools.map((name) => [name, `^${shared[name]?.replace(/^\^/, '')}`]),
    ...linters.map((name) => [name, shared[name]]),
  ])
  return {
    name: example['name'],
    version: '0.1.0',
    ...example,
    engines: tenon['engines'],
    scripts: {
      ...mapValues(example['scripts'], (script) => script.replaceAll(' --conditions=source', '')),
      // The workspace checks the example with its own.
      check: 'tsc && oxlint',
    },
    dependencies: { ...toStrings(example['dependencies']), tenon: `^${String(tenon['version'])}` },
    devDependencies: sortKeys({ ...toStrings(example['devDependencies']), ...own }),
  }
}

/** The example's tsconfig.json with the workspace's options written out. */
export function toCompilerConfig(base: Json, example: Json): Json {
  const { customConditions: _, ...options } = Object(base['compilerOptions'])
  const { extends: __, compilerOptions, ...rest } = example
  return { compilerOptions: { ...options, ...Object(compilerOptions) }, ...rest }
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
