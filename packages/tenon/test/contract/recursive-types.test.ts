import assert from 'node:assert/strict'
import { it } from 'node:test'
import { z } from 'zod'
import { writeClientTypes } from '../../src/application/contract/client/client-types.ts'
import { get, handler, routes } from '../../src/index.ts'
import { compileProject, compilerNames } from '../support/compile-project.ts'

const web = routes([
  get(
    '/settings',
    handler({})
      .answers(z.object({ value: z.json() }))
      .run(() => ({ value: null })),
  ).name('settings.show'),
])

const use = `import type { Schemas, Service } from './types.ts'

type Answer = Service['settings.show']['answers'][200]
declare const name: keyof Schemas
declare const answer: { value: Schemas[typeof name] }
export const known: Answer = answer
// @ts-expect-error -- JSON has no undefined
export const unknown: Schemas[typeof name] = [1, { a: [undefined] }]
`

it('the types of a client have a schema that refers to itself, such as any JSON', () => {
  const { text } = writeClientTypes(web, { title: 'Shop', version: '1.0.0' })

  for (const compiler of compilerNames) {
    assert.equal(
      compileProject({ 'tsconfig.json': settings, 'types.ts': text, 'use.ts': use }, compiler),
      '',
      compiler,
    )
  }
})

/** What a project elsewhere has: nothing but `strict`. */
const settings = JSON.stringify({
  compilerOptions: {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    types: [],
    allowImportingTsExtensions: true,
  },
})
