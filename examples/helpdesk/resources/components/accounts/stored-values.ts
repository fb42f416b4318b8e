import { useEffect, useRef } from 'react'

/**
 * Updates the fields of a form when their stored values change, such as on a live page, except fields that the user has
 * changed. The stored value of a field is its default. `Select` does this for itself.
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
