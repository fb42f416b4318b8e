import type { ComponentProps } from 'react'
import { Select } from '../parts/Select.tsx'
import { toText, type Choice } from './choices.ts'

interface SelectFieldProps extends Omit<ComponentProps<typeof Select<string>>, 'options' | 'text'> {
  readonly choices: readonly Choice[]
}

/** A labelled choice with its error. */
export function SelectField({ choices, ...select }: SelectFieldProps) {
  const texts = new Map(choices)
  return (
    <Select
      {...select}
      options={[...texts.keys()]}
      text={(value) => toText(texts.get(value) ?? value)}
    />
  )
}
