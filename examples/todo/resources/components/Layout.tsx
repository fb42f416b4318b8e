import type { ReactNode } from 'react'
import { Head, Link, route } from 'tenon/react'

/** The frame of every page, with its title in the window and as the heading. */
export function Layout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <Head title={title} />
      <header className="site">
        <Link href={route('todos.index')} className="brand">
          <span className="brand-mark" aria-hidden="true" />
          Todo
        </Link>
      </header>
      <main>
        <h1>{title}</h1>
        {children}
      </main>
    </>
  )
}
