import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { formNames } from './form-names.ts'

const modules = join(import.meta.dirname, '../../../../../node_modules/@inertiajs')

it('the names of fields that forms have as members themselves are those in the types of the libraries', () => {
  assert.deepEqual([...formNames.vue].toSorted(), membersIn('vue3'))
  assert.deepEqual([...formNames.svelte].toSorted(), membersIn('svelte'))
})

/** The members of its two interfaces of a form. */
function membersIn(library: string): readonly string[] {
  const [file = ''] = globSync(`${library}/{types,dist}/useForm{,.svelte}.d.ts`, { cwd: modules })
  const text = readFileSync(join(modules, file), 'utf8')
  const interfaces = text.matchAll(
    /interface InertiaForm(?:Validation)?Props<[^{]*\{\n([^]*?)\n\}/g,
  )
  const names = [...interfaces].flatMap(([, body = '']) =>
    [...body.matchAll(/^ {4}(\w+)/gm)].map(([, name = '']) => name),
  )
  return [...new Set(names)].toSorted()
}
