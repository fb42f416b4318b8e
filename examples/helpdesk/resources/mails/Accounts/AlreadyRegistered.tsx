import { route } from 'tenon/react'
import { AccountMail } from './layout.tsx'
import { logIn } from '../../words/accounts.ts'
import { alreadyRegistered, alreadyRegisteredText, ignoreThisMail } from '../../words/mails.ts'

export const subject = () => alreadyRegistered()

export default function AlreadyRegistered() {
  return (
    <AccountMail title={alreadyRegistered()} href={route('login.create')} label={logIn()}>
      <p>{alreadyRegisteredText()}</p>
      <p>{ignoreThisMail()}</p>
    </AccountMail>
  )
}
