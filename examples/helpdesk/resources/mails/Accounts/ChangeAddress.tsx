import { route } from 'tenon/react'
import { AccountMail } from './layout.tsx'

interface ChangeAddressProps {
  readonly token: string
}

export const subject = 'Confirm your new address'

/** To both addresses, the old and the new one. */
export default function ChangeAddress({ token }: ChangeAddressProps) {
  return (
    <AccountMail
      title="A new address for your account"
      href={route('address-change.edit', {}, { token })}
      label="Confirm the change"
    >
      <p>
        You want to change the address of your account. Confirm it in both mailboxes, the old and
        the new one, within an hour.
      </p>
      <p>If it was not you, do not confirm it, and change your password.</p>
    </AccountMail>
  )
}
