import { createInertiaApp, http, router } from '@inertiajs/vue3'
import { bootstrap } from 'tenon/client'
import type { DefineComponent } from 'vue'
import './app.css'

const pages = import.meta.glob<DefineComponent>('./pages/**/*.vue', { import: 'default' })

await createInertiaApp({
  ...bootstrap({ http, router }),
  resolve(name) {
    const load = pages[`./pages/${name}.vue`]
    if (load === undefined) throw new Error(`There is no page "${name}".`)
    return load()
  },
  title: (title) => `${title} · Todo`,
  progress: { color: 'var(--accent)' },
})
