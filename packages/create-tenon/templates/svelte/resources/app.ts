import { createInertiaApp, http, router, type ResolvedComponent } from '@inertiajs/svelte'
import { bootstrap } from 'tenon/client'
import './app.css'

const pages = import.meta.glob<ResolvedComponent>('./pages/**/*.svelte')

await createInertiaApp({
  ...bootstrap({ http, router }),
  resolve(name) {
    const load = pages[`./pages/${name}.svelte`]
    if (load === undefined) throw new Error(`There is no page "${name}".`)
    return load()
  },
  progress: { color: 'var(--accent)' },
})
