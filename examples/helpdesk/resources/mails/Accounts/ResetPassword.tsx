import { route } from 'tenon/react'
import { AccountMail } from './layout.tsx'
import { chooseNewPassword, forgotPassword } from '../../words/accounts.ts'
import { resetText, resetUntil } from '../../words/mails.ts'

interface ResetPasswordProps {
  readonly token: string
}

export const subject = () => chooseNewPassword()

export default function ResetPassword({ token }: ResetPasswordProps) {
  return (
    <AccountMail
      title={forgotPassword()}
      href={route('password-reset.edit', {}, { token })}
      label={chooseNewPassword()}
    >
      <p>{resetText()}</p>
      <p>{resetUntil()}</p>
    </AccountMail>
  )
}
