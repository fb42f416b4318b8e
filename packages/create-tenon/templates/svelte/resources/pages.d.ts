/* eslint-disable -- Written by Tenon from the files in resources/pages. Commit it; do not edit it. */
import 'tenon'

declare module 'tenon' {
  interface Register {
    pages: {
      Error: typeof import('./pages/Error.svelte')['default']
      'Todos/Create': typeof import('./pages/Todos/Create.svelte')['default']
      'Todos/Edit': typeof import('./pages/Todos/Edit.svelte')['default']
      'Todos/Index': typeof import('./pages/Todos/Index.svelte')['default']
    }
  }
}
