import { fallback, get, json, routes } from 'tenon'
import { NotFound } from 'tenon/errors'

export const web = routes([
  get('/', () =>
    json({ next: 'Make a model: npx tenon make model Post title:text --resource' }),
  ).name('home'),
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
