import type { ComponentProps } from 'react'
import { toText, type Choice } from './choices.ts'

interface InlineSelectProps extends ComponentProps<'select'> {
  readonly label: string
  readonly choices: readonly Choice[]
}

/** A select without a visible label: only screen readers read it. */
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
