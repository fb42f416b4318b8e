import { Link, route } from 'tenon/react'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { CopyButton } from '../../components/accounts/CopyButton.tsx'
import { Emphasized } from '../../components/accounts/Emphasized.tsx'
import { haveCopied, tokenHeader, yourNewToken, yourNewTokenLead } from '../../words/settings.ts'

/** Shown only once, after the token was created. */
export default function Token({ name, text }: { name: string; text: string }) {
  return (
    <AccountLayout
      isShownOnce
      title={yourNewToken()}
      lead={<Emphasized part={name}>{(name) => yourNewTokenLead({ name })}</Emphasized>}
    >
      <code className="secret">{text}</code>
      <CopyButton text={text} />
      <p className="hint">{tokenHeader({ header: 'Authorization: Bearer …' })}</p>
      {/* Replaces this page in the history, so that the back button does not show the token. */}
      <Link href={route('security.show')} className="press" replace>
        {haveCopied()}
      </Link>
    </AccountLayout>
  )
}
