import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { applicationOptions, compileProject, toSettings } from '../support/compile-project.ts'

const declared = `import { application, fallback, get, group, post, provided, routes } from 'tenon'

const login = provided<{ user: string }>('user', { identifies: true }).middleware((_request, next) => next(''))
const web = routes.stated([
  get('/', () => '').public(),
  group('/own', [get('/', () => ''), post('/', () => '').name('store')]).signedIn().middleware(login),
  fallback(() => ''),
])
application({ root: import.meta.dirname, routes: web })
`
const forgotten = `${declared}
routes.stated([group('/own', [get('/', () => '').signedIn(), post('/forgotten', () => '')])])
`

describe('routes.stated()', () => {
  it('compiles if every route says who may use it', { timeout: 60_000 }, () => {
    assert.equal(compile(declared), '')
  })

  it('does not compile otherwise', { timeout: 60_000 }, () => {
    const said = compile(forgotten)

    assert.match(
      said,
      /POST \/own\/forgotten does not say who may use it: add \.can\(…\), \.signedIn\(\) or \.public\(\)/,
    )
    assert.equal(said.match(/error TS/g)?.length, 1)
  })
})

function compile(text: string): string {
  return compileProject({ 'main.ts': text, 'tsconfig.json': toSettings(applicationOptions) })
}
