import { Link, route } from 'tenon/react'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { CopyButton } from '../../components/accounts/CopyButton.tsx'

/** Shown once, after it was created. */
export default function Token({ name, text }: { name: string; text: string }) {
  return (
    <AccountLayout
      title="Your new token"
      lead={
        <>
          Give it to <strong>{name}</strong> now. We cannot show it again.
        </>
      }
    >
      <code className="secret">{text}</code>
      <CopyButton text={text} />
      <p className="hint">
        Programs send it in the header <code>Authorization: Bearer …</code>
      </p>
      {/* In the place of this page, so that the token is not one step back. */}
      <Link href={route('security.show')} className="press" replace>
        I have copied it
      </Link>
    </AccountLayout>
  )
}
