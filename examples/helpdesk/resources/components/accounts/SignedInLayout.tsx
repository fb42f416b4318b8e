import type { ReactNode } from 'react'
import { action, Form, Head, Link, route } from 'tenon/react'
import './accounts.css'
import { Brand } from './Brand.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { Navigation } from './Navigation.tsx'
import { Notice } from './Notice.tsx'
import { account, logOut, settings, skipToContent } from '../../words/accounts.ts'
import { teamsLabel } from '../../words/teams.ts'

interface SignedInLayoutProps {
  readonly title: string
  readonly user: { readonly name: string }
  readonly children: ReactNode
}

/** The frame of the pages behind the login. */
export function SignedInLayout({ title, user, children }: SignedInLayoutProps) {
  return (
    <div className="accounts">
      <Head title={title} />
      <a href="#content" className="skip">
        {skipToContent()}
      </a>
      <header className="bar">
        <Brand />
        <nav aria-label={account()}>
          <Link href={route('teams.index')} className="quiet">
            {teamsLabel()}
          </Link>
          <Link href={route('settings.show')} className="quiet">
            <span className="avatar" aria-hidden="true">
              {toInitials(user.name)}
            </span>
            {settings()}
          </Link>
          <Form action={action('login.destroy')}>
            <button className="quiet">{logOut()}</button>
          </Form>
        </nav>
        <Navigation />
      </header>
      <main id="content" tabIndex={-1}>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <Notice />
        {children}
      </main>
      <footer>
        <LanguageSwitch />
      </footer>
    </div>
  )
}

/** `Ada Lovelace` → `AL` */
function toInitials(name: string): string {
  const words = name.split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word = '') => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase()
}
