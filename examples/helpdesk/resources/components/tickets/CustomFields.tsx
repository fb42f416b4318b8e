import type { Field as TeamField, FieldValues } from '../../../app/fields.ts'
import { noValue } from '../../words/fields.ts'
import { Field } from '../accounts/Field.tsx'
import { SelectField } from './SelectField.tsx'

interface CustomFieldsProps {
  readonly fields: readonly TeamField[]
  readonly values?: FieldValues
}

/** The fields of the team, each as its kind is typed. None has to be filled in. */
export function CustomFields({ fields, values = {} }: CustomFieldsProps) {
  return fields.map(({ key, name: label, kind, choices }) => {
    const common = { name: `fields.${key}`, label, defaultValue: String(values[key] ?? '') }
    if (kind === 'choice') {
      const texts = Object.fromEntries(choices.map((choice) => [choice, choice]))
      return <SelectField key={key} {...common} choices={{ '': noValue, ...texts }} />
    }
    return (
      <Field
        key={key}
        {...common}
        type={kind === 'date' ? 'date' : 'text'}
        inputMode={kind === 'number' ? 'decimal' : undefined}
        required={false}
        autoComplete="off"
      />
    )
  })
}

/** How a summary of errors names them. */
export function toFieldLabels(fields: readonly TeamField[]): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map(({ key, name }) => [`fields.${key}`, name]))
}
