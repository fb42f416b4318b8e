import { Link, route } from 'tenon/react'
import { Layout } from '../components/Layout.tsx'

/** Shown in place of any page that cannot be: the server gives it status and message. */
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
