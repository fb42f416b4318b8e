import { Link, route } from 'tenon/react'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { CodeKeeper } from '../../components/accounts/CodeKeeper.tsx'
import { haveSaved, keepCodesLead, twoFactorIsOn, yourNewCodes } from '../../words/settings.ts'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  /** Whether two-factor login has just been turned on. */
  readonly isNew: boolean
}

/** Shown only once, after the codes were created. */
export default function RecoveryCodes({ codes, isNew }: RecoveryCodesProps) {
  return (
    <AccountLayout
      isShownOnce
      title={isNew ? twoFactorIsOn() : yourNewCodes()}
      lead={keepCodesLead()}
    >
      <ol className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <CodeKeeper codes={codes} />
      {/* Replaces this page in the history, so that the back button does not show the codes. */}
      <Link href={route('security.show')} className="press" replace>
        {haveSaved()}
      </Link>
    </AccountLayout>
  )
}
