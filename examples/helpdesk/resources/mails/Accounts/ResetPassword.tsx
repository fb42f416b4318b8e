import { route } from 'tenon/react'
import { AccountMail } from './layout.tsx'

interface ResetPasswordProps {
  readonly token: string
}

export const subject = 'Choose a new password'

export default function ResetPassword({ token }: ResetPasswordProps) {
  return (
    <AccountMail
      title="Forgot your password?"
      href={route('password-reset.edit', {}, { token })}
      label="Choose a new password"
    >
      <p>Somebody, hopefully you, has forgotten the password of your account.</p>
      <p>The link works for 30 minutes, and once. If it was not you, ignore this mail.</p>
    </AccountMail>
  )
}
