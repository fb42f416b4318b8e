import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Access } from '../templates/routes/route-templates.ts'
import type { MailLayout } from '../templates/mail-templates.ts'
import type { Layout, PageTemplates } from '../templates/page-files.ts'
import { reactPages } from '../templates/react/react-pages.ts'
import { sveltePages } from '../templates/svelte-pages.ts'
import { vuePages } from '../templates/vue-pages.ts'

/** The application that a generator writes files for. */
export interface Project {
  readonly root: string
  /** The UI library of its pages; `undefined` if it has none. */
  readonly pages: PageTemplates | undefined
  readonly layout: Layout
  /** Who may use the routes of a new resource. */
  readonly access: Access
  /** Returns the text of a file, or `undefined` if there is none. */
  read(path: string): string | undefined
  /** The names in a folder. */
  list(folder: string): readonly string[]
}

/** Reads an application's files without running its code. */
export function openProject(root: string): Project {
  const read = (path: string): string | undefined => {
    const file = join(root, path)
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }
  const hasPages = existsSync(join(root, 'resources'))
  const pages = hasPages ? findPages(read('package.json') ?? '') : undefined
  return {
    root,
    pages,
    layout: findLayout(read),
    access: findAccess(read('app/auth.ts'), pages !== undefined),
    read,
    list: (folder) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []),
  }
}

function findLayout(read: Project['read']): Layout {
  const hasLayout = (path: string, head: string) => read(`${components}/${path}`)?.includes(head)
  const isPlain =
    hasLayout('Layout.tsx', 'export function Layout({ title, children }') ||
    hasLayout('AppLayout.vue', 'defineProps<{ title: string }>()') ||
    hasLayout('Layout.svelte', 'let { title, children }')
  if (isPlain) return 'layout'
  const isSignedIn = hasLayout(
    'accounts/SignedInLayout.tsx',
    'export function SignedInLayout({ title, user, children }',
  )
  return isSignedIn ? 'signed-in' : 'none'
}

const components = 'resources/components'

/** The frame of a mail: that of accounts, whose button leads to the route `home`, if there are both. */
export function findMailLayout(project: Project): MailLayout {
  const layout = project.read('resources/mails/Accounts/layout.tsx')
  const isKnown = layout?.includes('export function AccountMail({ title, children, href, label }')
  const hasHome = project.read('app/routes.ts')?.includes(`.name('home')`)
  return isKnown && hasHome ? 'accounts' : 'none'
}

/** In an application without pages, clients send a token with each request if accounts have tokens. */
function findAccess(auth: string | undefined, hasPages: boolean): Access {
  if (auth === undefined) return 'everybody'
  if (!hasPages && auth.includes('tokens:')) {
    return auth.includes('export const perToken = ') ? 'limited-token' : 'token'
  }
  return auth.includes('verifiedAt:') ? 'verified' : 'required'
}

function findPages(manifest: string): PageTemplates | undefined {
  if (manifest.includes('"@inertiajs/react"')) return reactPages
  if (manifest.includes('"@inertiajs/vue3"')) return vuePages
  if (manifest.includes('"@inertiajs/svelte"')) return sveltePages
  return undefined
}
