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

it('leaves computed languages alone, and what a parameter or variable called message makes', async () => {
  const source = `import { message } from 'tenon/languages'
    const en = 'de'
    export const computed = message({ [en]: 'computed' })
    const show = (message) => message({ en: 'parameter' })
    const taken = ({ message }) => message({ en: 'taken' })
    function local() { const message = toast; return message({ en: 'variable' }) }
    for (const message of toasts) message({ en: 'loop' })
    try { run() } catch (message) { message({ en: 'caught' }) }
    const first = (text) => text
    export const title = message({ en: 'title' })
    const inside = () => message({ en: 'inside' })`

  const compiled = (await compileModule(source, async () => undefined)) ?? ''
  const replaced = source
    .replace("message({ en: 'title' })", '/* @__PURE__ */ __tenonMessage({"en":"title"})')
    .replace("message({ en: 'inside' })", '/* @__PURE__ */ __tenonMessage({"en":"inside"})')

  assert.equal(compiled.slice(compiled.indexOf(';') + 1), replaced)
})
