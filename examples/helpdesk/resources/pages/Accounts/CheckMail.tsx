import { Link, route } from 'tenon/react'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'

const sentences = {
  verify: 'We have sent you a mail with a link. Open it to verify your address.',
  reset: 'If you have an account, we have sent you a mail with a link. It works for 30 minutes.',
}

export default function CheckMail({ reason }: { reason: keyof typeof sentences }) {
  return (
    <AccountLayout
      title="Check your mail"
      lead={sentences[reason]}
      footer={<Link href={route('login.create')}>Back to the login</Link>}
    >
      <p className="hint">Nothing there after a few minutes? Look into your spam folder.</p>
    </AccountLayout>
  )
}
