import { todoFiles } from './without-todos.ts'

/** A kind of application: what it has in addition to the common parts. */
export interface Template {
  readonly name: TemplateName
  /** The example of the workspace that it is made from. */
  readonly example: 'todo' | 'accounts' | 'helpdesk'
  /** Folders below `templates` whose files it uses; later ones override earlier ones. */
  readonly layers: readonly string[]
  /** The paths of files that it omits, of the example and of the layers. */
  readonly leavesOut?: RegExp
  /** Whether it is the unchanged example, to learn from or to begin with. */
  readonly isWhole?: true
  /** Whether `tenon add teams` has edited its files. */
  readonly hasTeams?: true
  /** Whether it is without the todo list. */
  readonly isEmpty?: true
  /** Additional packages that it needs, by their names in the workspace. */
  readonly dependencies: readonly string[]
  readonly devDependencies: readonly string[]
  /** The command that checks its types; the linter runs after it. */
  readonly typeCheck: string
}

type KindName = 'react' | 'vue' | 'svelte' | 'api'

export type TemplateName =
  | KindName
  | `${KindName}-empty`
  | 'api-accounts'
  | 'accounts'
  | 'teams'
  | 'helpdesk'

const common = ['base', 'common', 'pages']
const components = /\.tsx$/

const react = {
  dependencies: ['@inertiajs/react', 'react', 'react-dom'],
  devDependencies: ['@types/react', '@types/react-dom', '@vitejs/plugin-react', 'typescript'],
  typeCheck: 'tsc',
} as const

const api = {
  name: 'api',
  example: 'todo',
  layers: ['base', 'common', 'api'],
  leavesOut: /^resources\b/,
  dependencies: [],
  devDependencies: ['typescript'],
  typeCheck: 'tsc',
} as const

const kinds: readonly (Template & { readonly name: KindName })[] = [
  {
    name: 'react',
    example: 'todo',
    layers: common,
    ...react,
  },
  {
    name: 'vue',
    example: 'todo',
    layers: [...common, 'vue'],
    leavesOut: components,
    dependencies: ['@inertiajs/vue3', 'vue'],
    // `vue-tsc` uses TypeScript's programmatic API, which version 7 no longer offers.
    devDependencies: ['@vitejs/plugin-vue', 'typescript-6', 'vue-tsc'],
    typeCheck: 'vue-tsc',
  },
  {
    name: 'svelte',
    example: 'todo',
    layers: [...common, 'svelte'],
    leavesOut: components,
    dependencies: ['@inertiajs/svelte', 'svelte'],
    devDependencies: ['@sveltejs/vite-plugin-svelte', 'svelte-check', 'typescript-6'],
    typeCheck: 'svelte-check --fail-on-warnings',
  },
  api,
]

function toEmpty(kind: (typeof kinds)[number]): Template {
  const { name, layers, leavesOut } = kind
  const shared = name === 'api' ? [] : ['empty-pages']
  return {
    ...kind,
    name: `${name}-empty`,
    layers: [...layers, 'empty', ...shared, `empty-${name}`],
    leavesOut: new RegExp(
      [todoFiles, ...(leavesOut ? [leavesOut] : [])].map(({ source }) => source).join('|'),
      'i',
    ),
    isEmpty: true,
  }
}

export const templates: readonly Template[] = [
  ...kinds,
  ...kinds.map(toEmpty),
  {
    ...toEmpty(api),
    name: 'api-accounts',
    layers: [...toEmpty(api).layers, 'api-accounts'],
    dependencies: ['@zxcvbn-ts/language-common'],
  },
  {
    name: 'accounts',
    example: 'accounts',
    layers: ['base', 'accounts'],
    ...react,
  },
  {
    name: 'teams',
    example: 'accounts',
    layers: ['base', 'accounts', 'teams'],
    ...react,
    hasTeams: true,
  },
  {
    name: 'helpdesk',
    example: 'helpdesk',
    layers: ['base', 'helpdesk'],
    ...react,
    isWhole: true,
  },
]
