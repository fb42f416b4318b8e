import { fallback, get, page, routes } from 'tenon'
import { NotFound } from 'tenon/errors'

export const web = routes([
  get('/', () => page('Home', {})).name('home'),
  // Without it, a path without a route is answered with plain text.
  fallback(() => {
    throw new NotFound()
  }),
])

declare module 'tenon' {
  interface Register {
    routes: typeof web
  }
}
