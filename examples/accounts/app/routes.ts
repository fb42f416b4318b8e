import { fallback, get, routes } from 'tenon'
import { NotFound } from 'tenon/errors'
import { accountRoutes } from './account-routes.ts'
import { auth } from './auth.ts'
import * as home from './controllers/home.ts'

export const web = routes.stated([
  get('/', home.show).name('home').middleware(auth.verified).signedIn(),
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
