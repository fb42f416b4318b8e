import type { Field as TeamField, FieldValues } from '../../../app/fields.ts'
import { noValue } from '../../words/fields.ts'
import { Field } from '../accounts/Field.tsx'
import { valueOf } from './choices.ts'
import { SelectField } from './SelectField.tsx'

interface CustomFieldsProps {
  readonly fields: readonly TeamField[]
  readonly values?: FieldValues
}

/** The team's own fields, with an input for each kind. All of them are optional. */
export function CustomFields({ fields, values = {} }: CustomFieldsProps) {
  return fields.map(({ key, name: label, kind, choices }) => {
    const common = {
      name: `fields.${key}`,
      label,
      defaultValue: String(valueOf(values, key) ?? ''),
    }
    if (kind === 'choice') {
      const texts = choices.map((choice) => [choice, choice] as const)
      return <SelectField key={key} {...common} choices={[['', noValue], ...texts]} />
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

/** The names of the fields in a form. */
export function toFieldNames(fields: readonly TeamField[]) {
  return fields.map(({ key }) => `fields.${key}` as const)
}
