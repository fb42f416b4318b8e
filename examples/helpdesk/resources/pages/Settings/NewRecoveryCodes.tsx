import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'

export default function NewRecoveryCodes({ left }: { left: number }) {
  return (
    <AccountLayout
      title="Make new recovery codes?"
      lead={`You get ten new codes. The ${left === 1 ? 'one' : left} that you still have will not work any more.`}
      footer={<Link href={route('security.show')}>Keep my codes</Link>}
    >
      <AccountForm action={action('two-factor.update')} submit="Make new codes" />
    </AccountLayout>
  )
}
