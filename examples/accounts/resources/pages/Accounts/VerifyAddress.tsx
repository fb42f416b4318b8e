import { action } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'

/** Where the link in the mail leads. */
export default function VerifyAddress({ token }: { token: string }) {
  return (
    <AccountLayout title="Verify your address" lead="One click, and your address is verified.">
      <AccountForm action={action('verification.update')} submit="Verify my address">
        <input type="hidden" name="token" defaultValue={token} />
      </AccountForm>
    </AccountLayout>
  )
}
