import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { it, mock } from 'node:test'
import { renderToString } from 'vue/server-renderer'
import { compileScript, parse } from 'vue/compiler-sfc'
import { createSSRApp, type Component } from 'vue'
import { workspace } from './scaffold.ts'

const file = new URL('../templates/vue/resources/components/parts/Select.vue', import.meta.url)

it('the select of Vue warns of nothing outside of a Form, and shows the error that it gets', async () => {
  mkdirSync(join(workspace, '.tmp'), { recursive: true })
  using place = mkdtempDisposableSync(join(workspace, '.tmp/select-'))
  const Select = await load(join(place.path, 'select.mjs'))
  const warn = mock.method(console, 'warn', () => undefined)

  const props = { name: 'state', label: 'State', options: ['draft', 'sold'] }
  const right = await renderToString(createSSRApp(Select, { ...props, error: undefined }))
  const wrong = await renderToString(createSSRApp(Select, { ...props, error: 'Choose one' }))

  assert.deepEqual(
    warn.mock.calls.map(({ arguments: [text] }) => text),
    [],
  )
  assert.doesNotMatch(right, /aria-describedby/)
  assert.match(wrong, /role="alert">Choose one/)
})

/** Compiles the component into a module inside the workspace, where it finds its packages. */
async function load(path: string): Promise<Component> {
  const { descriptor } = parse(readFileSync(file, 'utf8'))
  const options = { id: 'select', inlineTemplate: true, templateOptions: { ssr: true } }
  const { content } = compileScript(descriptor, options)
  writeFileSync(path, stripTypeScriptTypes(content, { mode: 'transform' }))
  const { default: component } = await import(path)
  return component
}
