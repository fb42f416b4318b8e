import { SetupError } from '../../base/support/setup-error.ts'
import type { Field } from '../templates/field.ts'
import type { Library } from '../templates/page-files.ts'

const ofEach = [
  'cancel',
  'clearErrors',
  'data',
  'defaults',
  'delete',
  'dontRemember',
  'errors',
  'forgetError',
  'get',
  'hasErrors',
  'invalid',
  'isDirty',
  'optimistic',
  'patch',
  'post',
  'processing',
  'progress',
  'put',
  'recentlySuccessful',
  'reset',
  'resetAndClearErrors',
  'setError',
  'setErrors',
  'setValidationTimeout',
  'submit',
  'touch',
  'touched',
  'transform',
  'valid',
  'validate',
  'validateFiles',
  'validating',
  'validator',
  'wasSuccessful',
  'withAllErrors',
  'withPrecognition',
  'withoutFileValidation',
] as const

/** The members that a form of each library has beside its fields. In React, the fields are in a separate object. */
export const formNames = {
  react: [],
  vue: ofEach,
  svelte: [...ofEach, 'setStore'],
} as const satisfies Readonly<Record<Library, readonly string[]>>

/** Throws `E_MAKE_COLUMN` for a field with the name of a member that the form itself has. */
export function assertFormFields(fields: readonly Field[], library: Library): void {
  const names: ReadonlySet<string> = new Set(formNames[library])
  const taken = fields.find(({ name }) => names.has(name))
  if (taken === undefined) return
  throw new SetupError(
    'E_MAKE_COLUMN',
    `Nothing was written: forms in ${labels[library]} have a member "${taken.name}" themselves. Give the column another name, or leave --resource out and write the form yourself.`,
  )
}

const labels: Readonly<Record<Library, string>> = { react: 'React', vue: 'Vue', svelte: 'Svelte' }
