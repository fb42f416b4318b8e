import { route } from 'tenon/react'
import { AccountMail } from './layout.tsx'
import { confirmTheChange } from '../../words/accounts.ts'
import {
  confirmNewAddress,
  newAddress,
  newAddressText,
  newAddressWarning,
} from '../../words/mails.ts'

interface ChangeAddressProps {
  readonly token: string
}

export const subject = () => confirmNewAddress()

/** Sent to both addresses, the old and the new one. */
export default function ChangeAddress({ token }: ChangeAddressProps) {
  return (
    <AccountMail
      title={newAddress()}
      href={route('address-change.edit', {}, { token })}
      label={confirmTheChange()}
    >
      <p>{newAddressText()}</p>
      <p>{newAddressWarning()}</p>
    </AccountMail>
  )
}
