import type { ComponentProps } from 'react'
import { useFormContext } from 'tenon/react'

interface TextFieldProps extends ComponentProps<'textarea'> {
  readonly name: string
  readonly label: string
}

/** A labelled text of several lines with its error. */
export function TextField({ name, label, ...area }: TextFieldProps) {
  const error = useFormContext()?.errors[name]
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <div className="entry">
        <textarea
          id={name}
          name={name}
          rows={6}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${name}-error`}
          required
          {...area}
        />
      </div>
      {error !== undefined && (
        <p id={`${name}-error`} className="error">
          {error}
        </p>
      )}
    </div>
  )
}
