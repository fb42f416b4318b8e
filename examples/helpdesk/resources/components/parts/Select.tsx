import type { ComponentProps } from 'react'
import { useFormContext } from 'tenon/react'

interface SelectProps<Value extends string | number | null> extends Omit<
  ComponentProps<'select'>,
  'value' | 'defaultValue' | 'onChange' | 'children'
> {
  readonly name: string
  readonly label: string
  /** What can be chosen; null is the empty entry. */
  readonly options: readonly Value[]
  /** What users read; without it, the option itself. */
  readonly text?: (option: Value) => string
  readonly value?: Value
  readonly defaultValue?: Value
  readonly onChange?: (value: Value) => void
  /** Outside of a `Form`, which knows its errors. */
  readonly error?: string | undefined
}

/** A labelled choice with its error, which describes it to screen readers. */
export function Select<Value extends string | number | null>({
  name,
  label,
  options,
  text = (option) => String(option ?? ''),
  value,
  defaultValue,
  onChange,
  error: own,
  ...select
}: SelectProps<Value>) {
  const inForm = useFormContext()?.errors[name]
  const error = own ?? inForm
  const values = value === undefined ? { defaultValue: defaultValue ?? '' } : { value: value ?? '' }
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <div className="entry">
        <select
          id={name}
          name={name}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${name}-error`}
          {...values}
          onChange={({ target }) => {
            const chosen = options[target.selectedIndex]
            if (chosen !== undefined) onChange?.(chosen)
          }}
          {...select}
        >
          {options.map((option) => (
            <option key={option} value={option ?? ''}>
              {text(option)}
            </option>
          ))}
        </select>
      </div>
      {error !== undefined && (
        <p id={`${name}-error`} className="error" role={own === undefined ? undefined : 'alert'}>
          {error}
        </p>
      )}
    </div>
  )
}
