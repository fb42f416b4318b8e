import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  applicationOptions,
  compileProject,
  compilerNames,
  toSettings,
} from '../support/compile-project.ts'

const server = `import { body, handler, post, redirect, routes } from 'tenon'
import { c, Model } from 'tenon/models'
import { z } from 'zod'

export class Lesson extends Model('lessons', { id: c.id(), subject: c.text(), duration: c.integer() }) {}
const form = body(z.object({ subject: z.string(), duration: z.int(), room_id: z.int().default(1), held: z.boolean().default(false) }))
export const web = routes([
  post('/lessons', handler({ form }).run(() => redirect('/'))).name('lessons.store'),
])
declare module 'tenon' {
  interface Register {
    routes: typeof web
  }
}
`

// The model has no column `minutes`.
const client = `import type { Wire } from 'tenon'
import { action, useForm } from 'tenon/react'
import type { Lesson } from './server.ts'

export function Form(lesson: Wire<Lesson>) {
  const form = useForm(action('lessons.store'), { subject: '', duration: lesson.minutes, held: false })
  form.setData('subject', 'Piano')
  return [form.errors.subject, form.errors.duration, form.data.subject, form.data.held]
}
`

const files = {
  'server.ts': server,
  'client.ts': client,
  'tsconfig.json': toSettings(applicationOptions),
}

// The first room is not chosen yet.
const toMisspelt = (library: string): string => `import { action } from 'tenon/client'
import { useForm } from 'tenon/${library}'

export const toForm = (room: number | null) =>
  useForm(action('lessons.store'), {
    sbject: '',
    duration: 45,
    room_id: room,
  })
`

for (const library of ['react', 'vue', 'svelte']) {
  describe(`a form of ${library} with a field that its route does not take`, () => {
    for (const compiler of compilerNames) {
      it(
        `says which, also beside a choice that starts with null: ${compiler}`,
        { timeout: 120_000 },
        () => {
          const output = compileProject({ ...files, 'client.ts': toMisspelt(library) }, compiler)

          assert.match(
            output,
            /^client\.ts\(6,5\): [^]*and 'sbject' does not exist in type .*subject: string/,
          )
          assert.doesNotMatch(output, /'null'/)
        },
      )
    }
  })
}

describe('a form with an error in an initial value', () => {
  for (const compiler of compilerNames) {
    it(`has no further errors where its fields are used: ${compiler}`, { timeout: 120_000 }, () => {
      const errors = compileProject(files, compiler)
        .split('\n')
        .filter((line) => line !== '')

      assert.equal(errors.length, 1, errors.join('\n'))
      assert.match(errors[0] ?? '', /^client\.ts\(6,\d+\): .*'minutes' does not exist on type/)
    })
  }
})
