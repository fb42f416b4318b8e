import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  applicationOptions,
  compileProject,
  compilerNames,
  toSettings,
} from '../support/compile-project.ts'

/** Four pages for each resource, as `tenon make --resource` writes them. */
const resources = 300
const declared = Array.from({ length: resources }, (_, i) =>
  ['Index', 'Show', 'Create', 'Edit'].map(
    (name) =>
      `'Resource${i}/${name}': (props: { item${i}: { id: number }, errors?: Record<string, string> }) => unknown`,
  ),
)
const application = `import 'tenon'
import type { TestResponse } from 'tenon/testing'
declare module 'tenon' {
  interface Register { pages: { ${declared.flat().join('\n')} } }
}
declare const response: TestResponse
response.assertPage('Resource1/Index', { item1: { id: 1 } }).assertPage('Resource2/Edit')
export const id: number = response.page('Resource2/Show').props.item2.id
`

describe('an application of 1,200 pages', () => {
  for (const compiler of compilerNames) {
    it(`types those of a response in linear time under ${compiler}`, { timeout: 60_000 }, () => {
      const files = { 'main.ts': application, 'tsconfig.json': toSettings(applicationOptions) }

      const said = compileProject(files, compiler, ['-p', '.', '--extendedDiagnostics'])

      assert.doesNotMatch(said, /error/)
      const instantiations = Number(/Instantiations: +(\d+)/.exec(said)?.[1])
      // 15 for each page. The union of all pages took 176, and was too complex (TS2590) with larger props.
      assert.ok(instantiations < 25 * 4 * resources, said)
    })
  }
})
