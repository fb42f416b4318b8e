/* eslint-disable -- Written by Tenon from the files in resources/pages. Commit it; do not edit it. */
import 'tenon'

declare module 'tenon' {
  interface Register {
    pages: {
      Error: typeof import('./pages/Error.vue')['default']
      Home: typeof import('./pages/Home.vue')['default']
    }
  }
}
