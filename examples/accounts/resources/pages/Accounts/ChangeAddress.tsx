import { action } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'

/** Where both links lead, in the mails to the old and to the new address. */
export default function ChangeAddress({ token }: { token: string }) {
  return (
    <AccountLayout
      title="Change your address"
      lead="It is changed as soon as you have confirmed it in both mailboxes."
    >
      <AccountForm action={action('address-change.update')} submit="Confirm the change">
        <input type="hidden" name="token" defaultValue={token} />
      </AccountForm>
    </AccountLayout>
  )
}
