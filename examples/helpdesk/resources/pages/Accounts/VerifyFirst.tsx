import type { Wire } from 'tenon'
import { action, Form, Link, route } from 'tenon/react'
import type { User } from '../../../app/models/user.ts'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Emphasized } from '../../components/accounts/Emphasized.tsx'
import {
  logOut,
  openLinkSentTo,
  sendAgain,
  settings,
  verifyYourAddress,
} from '../../words/accounts.ts'

/** Shown to users who are logged in, but have not verified their address. */
export default function VerifyFirst({ user }: { user: Wire<User> }) {
  return (
    <AccountLayout
      title={verifyYourAddress()}
      lead={<Emphasized part={user.email}>{(email) => openLinkSentTo({ email })}</Emphasized>}
      footer={<Link href={route('settings.show')}>{settings()}</Link>}
    >
      <AccountForm action={action('verification.store')} submit={sendAgain()} />
      <Form action={action('login.destroy')}>
        <button className="press plain">{logOut()}</button>
      </Form>
    </AccountLayout>
  )
}
