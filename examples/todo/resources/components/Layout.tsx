import type { ReactNode } from 'react'
import { Head, Link, route, usePage } from 'tenon/react'
import { navigation, toCurrent } from './navigation.ts'

/** The frame of every page, with its title in the window and as the heading. */
export function Layout({ title, children }: { title: string; children: ReactNode }) {
  const { url } = usePage()
  return (
    <>
      <Head title={title} />
      <header className="site">
        <Link href={route('todos.index')} className="brand">
          <span className="brand-mark" aria-hidden="true" />
          Todo
        </Link>
        {navigation.length > 0 && (
          <nav aria-label="Main menu">
            {navigation.map((link) => (
              <Link key={link.href()} href={link.href()} aria-current={toCurrent(link, url)}>
                {link.label()}
              </Link>
            ))}
          </nav>
        )}
      </header>
      <main>
        <h1>{title}</h1>
        {children}
      </main>
    </>
  )
}
