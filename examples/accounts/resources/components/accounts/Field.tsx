import type { ComponentProps, ReactNode } from 'react'
import { useFormContext } from 'tenon/react'

export interface FieldProps extends ComponentProps<'input'> {
  readonly name: string
  readonly label: string
  /** What to know before typing. */
  readonly hint?: string
  /** Needed only outside of an `AccountForm`, which provides the errors. */
  readonly error?: string | undefined
  /** Beside the input. */
  readonly children?: ReactNode
}

/** A labelled input with its hint and its error, which describe it to screen readers. */
export function Field({ name, label, hint, error: own, children, ...input }: FieldProps) {
  const inForm = useFormContext()?.errors[name]
  const error = own ?? inForm
  const described = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {hint !== undefined && (
        <p id={`${name}-hint`} className="hint">
          {hint}
        </p>
      )}
      <div className="entry">
        <input
          id={name}
          name={name}
          aria-invalid={error !== undefined}
          aria-describedby={described === '' ? undefined : described}
          required
          {...input}
        />
        {children}
      </div>
      {error !== undefined && (
        <p id={`${name}-error`} className="error">
          {error}
        </p>
      )}
    </div>
  )
}
