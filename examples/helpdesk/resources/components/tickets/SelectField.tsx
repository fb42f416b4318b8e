import type { ComponentProps } from 'react'
import { useFormContext } from 'tenon/react'

interface SelectFieldProps extends ComponentProps<'select'> {
  readonly name: string
  readonly label: string
  /** What can be chosen: values with what users read, or with the message that says it. */
  readonly choices: Readonly<Record<string, string | (() => string)>>
}

/** A labelled choice with its error. */
export function SelectField({ name, label, choices, ...select }: SelectFieldProps) {
  const error = useFormContext()?.errors[name]
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <div className="entry">
        <select
          id={name}
          name={name}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${name}-error`}
          {...select}
        >
          {Object.entries(choices).map(([value, text]) => (
            <option key={value} value={value}>
              {typeof text === 'string' ? text : text()}
            </option>
          ))}
        </select>
      </div>
      {error !== undefined && (
        <p id={`${name}-error`} className="error">
          {error}
        </p>
      )}
    </div>
  )
}
