import type { ComponentProps } from 'react'
import { Select } from '../parts/Select.tsx'

interface SelectFieldProps extends Omit<ComponentProps<typeof Select<string>>, 'options' | 'text'> {
  /** What can be chosen: values with what users read, or with the message that says it. */
  readonly choices: Readonly<Record<string, string | (() => string)>>
}

/** A labelled choice with its error. */
export function SelectField({ choices, ...select }: SelectFieldProps) {
  const text = (value: string) => {
    const found = choices[value] ?? value
    return typeof found === 'string' ? found : found()
  }
  return <Select {...select} options={Object.keys(choices)} text={text} />
}
