import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  applicationOptions,
  compileProject,
  compilerNames,
  toSettings,
} from '../support/compile-project.ts'

/** Each handler requests a URL of its own list, and none declares its return type. */
const routes = `import { fallback, get, group, handler, param, post, redirect, route, routes } from 'tenon'
import type { HttpRequest } from 'tenon'

export function home() { return redirect(route('arrow')) }
export async function login(request: HttpRequest) {
  return request.path() === '' ? '' : redirect(route('home'))
}
const arrow = (request: HttpRequest) => (request.ip === '' ? '' : redirect(route('login')))
const show = handler({ id: param.integer }).run(({ id }) => redirect(route('inline', { id })))

export const web = routes([
  get('/', home).name('home'),
  get('/login', login).name('login'),
  get('/arrow', arrow).name('arrow'),
  get('/function', (request) => redirect(route('show', { id: request.path().length }))),
  group('/group', [
    get('/{id}', show).name('show'),
    post('/{id}', handler({ id: param.integer }).run(({ id }) => redirect(route('show', { id })))).name('inline'),
  ]),
  fallback(() => redirect(route('home'))),
])
declare module 'tenon' {
  interface Register {
    routes: typeof web
  }
}
export const known: string = route('show', { id: 1 })
// @ts-expect-error -- the list is not any
route('nowhere')
`

describe('a handler that returns a route of its own list', () => {
  for (const compiler of compilerNames) {
    it(`needs no annotation under ${compiler}`, { timeout: 120_000 }, () => {
      const files = { 'routes.ts': routes, 'tsconfig.json': toSettings(applicationOptions) }

      assert.equal(compileProject(files, compiler), '')
    })
  }
})
