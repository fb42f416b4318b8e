import { Link, route } from 'tenon/react'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { CopyButton } from '../../components/accounts/CopyButton.tsx'
import { Emphasized } from '../../components/accounts/Emphasized.tsx'
import { haveCopied, tokenHeader, yourNewToken, yourNewTokenLead } from '../../words/settings.ts'

/** Shown once, after it was created. */
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
      {/* In the place of this page, so that the token is not one step back. */}
      <Link href={route('security.show')} className="press" replace>
        {haveCopied()}
      </Link>
    </AccountLayout>
  )
}
