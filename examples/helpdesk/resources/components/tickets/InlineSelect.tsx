import type { ComponentProps } from 'react'
import { toText, type Choice } from './choices.ts'

interface InlineSelectProps extends ComponentProps<'select'> {
  readonly label: string
  readonly choices: readonly Choice[]
}

/** A choice beside others, whose label only screen readers read. */
export function InlineSelect({ label, choices, ...select }: InlineSelectProps) {
  return (
    <select aria-label={label} {...select}>
      {choices.map(([value, text]) => (
        <option key={value} value={value}>
          {toText(text)}
        </option>
      ))}
    </select>
  )
}
