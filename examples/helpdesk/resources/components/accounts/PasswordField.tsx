import { useState } from 'react'
import { Field, type FieldProps } from './Field.tsx'

interface PasswordFieldProps extends FieldProps {
  readonly autoComplete: 'current-password' | 'new-password'
}

/** A password, which can be shown while it is typed. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field {...props} type={isShown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none">
      <button
        type="button"
        className="reveal"
        aria-pressed={isShown}
        aria-label={`Show ${props.label.toLowerCase()}`}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </Field>
  )
}

/** What every field for a new password says. */
export const passwordHint = 'At least 8 characters. Several words are easy to remember.'
