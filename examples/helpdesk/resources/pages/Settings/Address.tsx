import type { Wire } from 'tenon'
import { action, Link, route } from 'tenon/react'
import type { User } from '../../../app/models/user.ts'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { Emphasized } from '../../components/accounts/Emphasized.tsx'
import { backToSettings, changeYourAddress } from '../../words/accounts.ts'
import { changeAddressLead, newEmailAddress, sendBothLinks } from '../../words/settings.ts'

export default function Address({ user }: { user: Wire<User> }) {
  return (
    <AccountLayout
      title={changeYourAddress()}
      lead={<Emphasized part={user.email}>{(email) => changeAddressLead({ email })}</Emphasized>}
      footer={<Link href={route('settings.show')}>{backToSettings()}</Link>}
    >
      <AccountForm
        action={action('address-change.store')}
        submit={sendBothLinks()}
        fields={['email']}
      >
        <Field name="email" label={newEmailAddress()} type="email" autoComplete="email" autoFocus />
      </AccountForm>
    </AccountLayout>
  )
}
