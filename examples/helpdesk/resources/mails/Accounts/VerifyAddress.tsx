import { route } from 'tenon/react'
import { AccountMail } from './layout.tsx'

interface VerifyAddressProps {
  readonly token: string
}

export const subject = 'Verify your address'

export default function VerifyAddress({ token }: VerifyAddressProps) {
  return (
    <AccountMail
      title="Welcome"
      href={route('verification.edit', {}, { token })}
      label="Verify my address"
    >
      <p>Tell us that this address is yours. The link works for one day, and once.</p>
      <p>If you have not created an account, ignore this mail.</p>
    </AccountMail>
  )
}
