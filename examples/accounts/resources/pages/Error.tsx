import { basePath } from 'tenon/react'
import { AccountLayout } from '../components/accounts/AccountLayout.tsx'
import { backToStart } from '../words/home.ts'

/** Shown instead of a page that fails, with the status and message from the server. */
export default function Error({ status, message }: { status: number; message: string }) {
  return (
    <AccountLayout title={`${status}`} lead={message}>
      <a href={`${basePath()}/`} className="press">
        {backToStart()}
      </a>
    </AccountLayout>
  )
}
