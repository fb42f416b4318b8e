import { useState } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import { hidePassword, showField, showPassword } from '../../words/accounts.ts'

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
        aria-label={showField({ label: props.label })}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? hidePassword() : showPassword()}
      </button>
    </Field>
  )
}
