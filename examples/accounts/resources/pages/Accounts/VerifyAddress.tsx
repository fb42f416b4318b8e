import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { DeadLink } from '../../components/accounts/DeadLink.tsx'
import {
  logInForNewLink,
  sendAgain,
  verifyLead,
  verifyMyAddress,
  verifyYourAddress,
} from '../../words/accounts.ts'

interface VerifyAddressProps {
  readonly token: string
  readonly isValid: boolean
  /** Whether the user is logged in, and the address is not verified yet. */
  readonly isWaiting: boolean
}

/** The link in the mail leads here. */
export default function VerifyAddress({ token, isValid, isWaiting }: VerifyAddressProps) {
  if (!isValid) {
    return (
      <DeadLink>
        {isWaiting ? (
          <AccountForm action={action('verification.store')} submit={sendAgain()} />
        ) : (
          <Link href={route('verification.create')} className="press">
            {logInForNewLink()}
          </Link>
        )}
      </DeadLink>
    )
  }
  return (
    <AccountLayout title={verifyYourAddress()} lead={verifyLead()}>
      <AccountForm action={action('verification.update')} submit={verifyMyAddress()}>
        <input type="hidden" name="token" defaultValue={token} />
      </AccountForm>
    </AccountLayout>
  )
}
