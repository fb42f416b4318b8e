import { useEffect, useRef, type ComponentProps } from 'react'
import { useFormContext } from 'tenon/react'

interface SelectProps<Value extends string | number | null> extends Omit<
  ComponentProps<'select'>,
  'ref' | 'value' | 'defaultValue' | 'onChange' | 'children'
> {
  readonly name: string
  readonly label: string
  /** The choices; `null` is the empty one. The current value is added if it is missing. */
  readonly options: readonly Value[]
  /** The text of an option. Default: the option itself. */
  readonly text?: (option: Value) => string
  readonly value?: Value
  /** The initial choice. If it changes later, the field follows, unless the user has chosen something. */
  readonly defaultValue?: Value
  readonly onChange?: (value: Value) => void
  /** Needed only outside of a `Form`, which provides the errors. */
  readonly error?: string | undefined
}

/** A labelled choice with its error, which describes it to screen readers. */
export function Select<Value extends string | number | null>({
  name,
  label,
  options: offered,
  text = (option) => String(option ?? ''),
  value,
  defaultValue,
  onChange,
  error: own,
  ...select
}: SelectProps<Value>) {
  const inForm = useFormContext()?.errors[name]
  const error = own ?? inForm
  const chosen = value === undefined ? defaultValue : value
  const isMissing = chosen !== undefined && !offered.includes(chosen)
  const options = isMissing ? [chosen, ...offered] : offered
  const values = value === undefined ? { defaultValue: defaultValue ?? '' } : { value: value ?? '' }
  const element = useRef<HTMLSelectElement>(null)

  useEffect(() => {
    const { defaultValue } = values
    if (defaultValue !== undefined) followDefault(element.current, String(defaultValue))
  }, [values.defaultValue])

  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <div className="entry">
        <select
          ref={element}
          id={name}
          name={name}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${name}-error`}
          {...values}
          onChange={({ target }) => {
            const option = options[target.selectedIndex]
            if (option !== undefined) onChange?.(option)
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

/** Applies a changed default, because React applies the default of a select only once. */
function followDefault(element: HTMLSelectElement | null, value: string) {
  if (element === null) return
  const options = Array.from(element.options)
  const shown = options.every(({ selected, defaultSelected }) => selected === defaultSelected)
    ? value
    : element.value
  for (const option of options) option.defaultSelected = option.value === value
  element.value = shown
}
