import { action, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import {
  keepMyCodes,
  makeNewCodes,
  makeNewCodesLead,
  makeNewCodesTitle,
} from '../../words/settings.ts'

export default function NewRecoveryCodes({ left }: { left: number }) {
  return (
    <AccountLayout
      title={makeNewCodesTitle()}
      lead={makeNewCodesLead({ left })}
      footer={<Link href={route('security.show')}>{keepMyCodes()}</Link>}
    >
      <AccountForm action={action('two-factor.update')} submit={makeNewCodes()} />
    </AccountLayout>
  )
}
