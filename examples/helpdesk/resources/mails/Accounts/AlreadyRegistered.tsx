import { route } from 'tenon/react'
import { AccountMail } from './layout.tsx'

export const subject = 'You already have an account'

export default function AlreadyRegistered() {
  return (
    <AccountMail title="You already have an account" href={route('login.create')} label="Log in">
      <p>
        Somebody, hopefully you, tried to create an account with this address, but there is one
        already. Log in instead. If you have forgotten your password, you can choose a new one
        there.
      </p>
      <p>If it was not you, ignore this mail.</p>
    </AccountMail>
  )
}
