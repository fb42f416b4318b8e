import { Link, route } from 'tenon/react'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { CodeKeeper } from '../../components/accounts/CodeKeeper.tsx'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  /** Whether two-factor login has just been turned on. */
  readonly isNew: boolean
}

/** Shown once, after they were made. */
export default function RecoveryCodes({ codes, isNew }: RecoveryCodesProps) {
  return (
    <AccountLayout
      title={isNew ? 'Two-factor login is on' : 'Your new recovery codes'}
      lead="Keep these codes in a safe place. Each of them logs you in once if you lose your phone. We cannot show them again."
    >
      <ol className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <CodeKeeper codes={codes} />
      {/* In the place of this page, so that the codes are not one step back. */}
      <Link href={route('security.show')} className="press" replace>
        I have saved them
      </Link>
    </AccountLayout>
  )
}
