/* eslint-disable -- Written by Tenon from the files in resources/pages. Commit it; do not edit it. */
import 'tenon'

declare module 'tenon' {
  interface Register {
    pages: {
      Error: typeof import('./pages/Error.tsx')['default']
      'Todos/Create': typeof import('./pages/Todos/Create.tsx')['default']
      'Todos/Edit': typeof import('./pages/Todos/Edit.tsx')['default']
      'Todos/Index': typeof import('./pages/Todos/Index.tsx')['default']
    }
  }
}
