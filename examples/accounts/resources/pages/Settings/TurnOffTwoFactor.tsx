import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import {
  leaveItOn,
  turnItOff,
  turnOffTwoFactor,
  turnOffTwoFactorLead,
} from '../../words/settings.ts'

export default function TurnOffTwoFactor() {
  return (
    <AccountLayout
      title={turnOffTwoFactor()}
      lead={turnOffTwoFactorLead()}
      footer={<Link href={route('security.show')}>{leaveItOn()}</Link>}
    >
      <AccountForm action={action('two-factor.destroy')} submit={turnItOff()} isDangerous />
    </AccountLayout>
  )
}
