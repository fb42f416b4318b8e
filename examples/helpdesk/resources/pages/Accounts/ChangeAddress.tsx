import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { DeadLink } from '../../components/accounts/DeadLink.tsx'
import {
  changeYourAddress,
  changeYourAddressLead,
  confirmTheChange,
  openTheSettings,
} from '../../words/accounts.ts'

interface ChangeAddressProps {
  readonly token: string
  readonly isValid: boolean
}

/** The links in the mails to the old and to the new address both lead here. */
export default function ChangeAddress({ token, isValid }: ChangeAddressProps) {
  if (!isValid) {
    return (
      <DeadLink>
        <Link href={route('settings.show')} className="press">
          {openTheSettings()}
        </Link>
      </DeadLink>
    )
  }
  return (
    <AccountLayout title={changeYourAddress()} lead={changeYourAddressLead()}>
      <AccountForm action={action('address-change.update')} submit={confirmTheChange()}>
        <input type="hidden" name="token" defaultValue={token} />
      </AccountForm>
    </AccountLayout>
  )
}
