import { Link, route } from 'tenon/react'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import {
  backToLogin,
  checkYourMail,
  lookIntoSpam,
  resetMailSent,
  verifyMailSent,
} from '../../words/accounts.ts'

const sentences = { verify: verifyMailSent, reset: resetMailSent }

export default function CheckMail({ reason }: { reason: keyof typeof sentences }) {
  return (
    <AccountLayout
      title={checkYourMail()}
      lead={sentences[reason]()}
      footer={<Link href={route('login.create')}>{backToLogin()}</Link>}
    >
      <p className="hint">{lookIntoSpam()}</p>
    </AccountLayout>
  )
}
