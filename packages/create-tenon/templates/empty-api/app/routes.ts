import { fallback, get, json, routes } from 'tenon'
import { NotFound } from 'tenon/errors'

export const web = routes([
  get('/', () =>
    json({ next: 'Make a model: npx tenon make model Post title:text --resource' }),
  ).name('home'),
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
