import { fallback, get, page, routes } from 'tenon'
import { NotFound } from 'tenon/errors'

export const web = routes([
  get('/', () => page('Home', {})).name('home'),
  // Without this fallback, unknown paths get a response in plain text.
  fallback(() => {
    throw new NotFound()
  }),
])

declare module 'tenon' {
  interface Register {
    routes: typeof web
  }
}
