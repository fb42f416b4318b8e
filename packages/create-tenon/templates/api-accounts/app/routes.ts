import { fallback, get, json, routes } from 'tenon'
import { NotFound } from 'tenon/errors'
import { accountRoutes } from './account-routes.ts'

export const web = routes.stated([
  get('/', () =>
    json({ next: 'Make a model: npx tenon make model Post title:text user:belongsTo --resource' }),
  )
    .name('home')
    .public(),
  ...accountRoutes,
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
