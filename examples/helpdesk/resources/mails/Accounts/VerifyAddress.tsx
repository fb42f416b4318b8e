import { route } from 'tenon/react'
import { AccountMail } from './layout.tsx'
import { verifyMyAddress, verifyYourAddress } from '../../words/accounts.ts'
import { notRegistered, verifyText, welcome } from '../../words/mails.ts'

interface VerifyAddressProps {
  readonly token: string
}

export const subject = () => verifyYourAddress()

export default function VerifyAddress({ token }: VerifyAddressProps) {
  return (
    <AccountMail
      title={welcome()}
      href={route('verification.edit', {}, { token })}
      label={verifyMyAddress()}
    >
      <p>{verifyText()}</p>
      <p>{notRegistered()}</p>
    </AccountMail>
  )
}
