import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'

export default function TurnOffTwoFactor() {
  return (
    <AccountLayout
      title="Turn off two-factor login?"
      lead="Your password alone will be enough to log in. Your recovery codes stop working."
      footer={<Link href={route('security.show')}>Leave it on</Link>}
    >
      <AccountForm action={action('two-factor.destroy')} submit="Turn it off" isDangerous />
    </AccountLayout>
  )
}
