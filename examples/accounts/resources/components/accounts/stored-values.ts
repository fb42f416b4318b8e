import { useEffect, useRef } from 'react'

/**
 * Shows what is stored in the fields of a form also when it changes, such as on a live page, except in those that the user
 * has changed. What is stored is the default of a field. `Select` follows its own.
 */
export function useStoredValues(form: () => HTMLFormElement | null | undefined): void {
  const stored = useRef(new WeakMap<Element, unknown>())
  useEffect(() => {
    for (const field of form()?.querySelectorAll('input, textarea') ?? []) {
      const isCheckbox = field.getAttribute('type') === 'checkbox'
      const [shown, initial] = isCheckbox
        ? ['checked', 'defaultChecked']
        : ['value', 'defaultValue']
      const before = stored.current.get(field)
      const now: unknown = Reflect.get(field, initial)
      const isUntouched = Reflect.get(field, shown) === before
      if (before !== now && isUntouched) Reflect.set(field, shown, now)
      stored.current.set(field, now)
    }
  })
}
