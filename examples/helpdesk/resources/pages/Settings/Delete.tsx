import type { Wire } from 'tenon'
import { action, Link, route } from 'tenon/react'
import type { User } from '../../../app/models/user.ts'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { Emphasized } from '../../components/accounts/Emphasized.tsx'
import {
  deleteMyAccount,
  deleteYourAccount,
  deleteYourAccountLead,
  keepMyAccount,
  typeToConfirm,
  yourEmailAddress,
} from '../../words/settings.ts'

export default function Delete({ user }: { user: Wire<User> }) {
  return (
    <AccountLayout
      title={deleteYourAccount()}
      lead={
        <Emphasized part={user.email}>{(email) => deleteYourAccountLead({ email })}</Emphasized>
      }
      footer={<Link href={route('settings.show')}>{keepMyAccount()}</Link>}
    >
      <AccountForm
        action={action('settings.destroy')}
        submit={deleteMyAccount()}
        fields={['email']}
        isDangerous
      >
        <Field
          name="email"
          label={yourEmailAddress()}
          hint={typeToConfirm()}
          type="email"
          autoComplete="off"
          autoFocus
        />
      </AccountForm>
    </AccountLayout>
  )
}
