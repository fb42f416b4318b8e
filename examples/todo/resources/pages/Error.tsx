import { Link, route } from 'tenon/react'
import { Layout } from '../components/Layout.tsx'

/** Shown instead of a page that fails, with the status and message from the server. */
export default function Error({ status, message }: { status: number; message: string }) {
  return (
    <Layout title={`${status}`}>
      <div className="card empty">
        <p>{message}</p>
        <Link href={route('todos.index')} className="button">
          Back to the list
        </Link>
      </div>
    </Layout>
  )
}
