import assert from 'node:assert/strict'
import { it } from 'node:test'
import { runInNewContext } from 'node:vm'
import { compiledMessage, type CompiledTexts } from '../../../base/language/compiled-message.ts'
import { compileModule } from './compile-module.ts'

it('writes messages that take the other branch for a value that every object has a member of', async () => {
  const source = `import { message } from 'tenon/languages'
    export const role = message({ en: '{role, select, admin {Admin} other {Guest}}' })`

  const compiled = await compileModule(source, async () => undefined)
  const [, literal = ''] = /__tenonMessage\((\{.*\})\)/.exec(compiled ?? '') ?? []
  // Sound: the literal is what the build writes.
  const say = compiledMessage(runInNewContext(`(${literal})`) as CompiledTexts)

  const said = ['admin', 'constructor', 'toString', '__proto__'].map((role) => say({ role }))
  assert.deepEqual(said, ['Admin', 'Guest', 'Guest', 'Guest'])
})
