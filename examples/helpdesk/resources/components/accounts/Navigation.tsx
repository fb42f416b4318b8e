import { Link, usePage } from 'tenon/react'
import { mainMenu } from '../../words/accounts.ts'
import { navigation, toCurrent } from './navigation.ts'

/** The links of `navigation.ts`. Renders nothing if there are no links. */
export function Navigation() {
  const { url } = usePage()
  if (navigation.length === 0) return null
  return (
    <nav className="main-menu" aria-label={mainMenu()}>
      {navigation.map((link) => (
        <Link
          key={link.href()}
          href={link.href()}
          className="quiet"
          aria-current={toCurrent(link, url)}
        >
          {link.label()}
        </Link>
      ))}
    </nav>
  )
}
