import { action, Form } from 'tenon/react'
import { ErrorSummary } from './ErrorSummary.tsx'
import { Section } from './Section.tsx'
import { continueWith, or } from '../../words/accounts.ts'
import {
  connectProvider,
  connectedAccounts,
  connectedAccountsAbout,
  disconnect,
  disconnectProvider,
} from '../../words/settings.ts'

/** A provider as the server lists it. */
export interface ProviderRow {
  readonly name: string
  readonly label: string
}

/** An account at a provider that is connected to the user. */
export interface IdentityRow {
  readonly id: string
  readonly provider: string
  readonly email: string | null
}

interface ProviderButtonsProps {
  readonly providers: readonly ProviderRow[]
  /** What the buttons are for. */
  readonly use: 'providers.login' | 'providers.confirm'
  /** Whether the page has no password form above the buttons. Default: `false`. */
  readonly isAlone?: boolean
}

/** A button for each provider, below the form with the password. */
export function ProviderButtons({ providers, use, isAlone = false }: ProviderButtonsProps) {
  if (providers.length === 0) return null
  return (
    <div className="providers">
      {!isAlone && <p className="or">{or()}</p>}
      {providers.map(({ name, label }) => (
        <Form key={name} action={action(use, { provider: name })}>
          {({ processing }) => (
            <button className="press plain" disabled={processing}>
              {continueWith({ provider: label })}
            </button>
          )}
        </Form>
      ))}
    </div>
  )
}

interface ConnectedAccountsProps {
  readonly providers: readonly ProviderRow[]
  readonly identities: readonly IdentityRow[]
}

/** The part of the settings with the accounts at providers. */
export function ConnectedAccounts({ providers, identities }: ConnectedAccountsProps) {
  if (providers.length === 0 && identities.length === 0) return null
  const labels = new Map(providers.map(({ name, label }) => [name, label]))
  const connected = new Set(identities.map(({ provider }) => provider))
  const others = providers.filter(({ name }) => !connected.has(name))
  return (
    <Section title={connectedAccounts()} about={connectedAccountsAbout()}>
      {identities.length > 0 && (
        <ul className="rows">
          {identities.map(({ id, provider, email }) => (
            <li key={id}>
              <div>
                <strong>{labels.get(provider) ?? provider}</strong>
                {email !== null && <p className="hint">{email}</p>}
              </div>
              <Form
                action={action('providers.disconnect', { identity: id })}
                options={{ preserveScroll: true }}
              >
                <ErrorSummary fields={[]} />
                <button
                  className="press plain"
                  aria-label={disconnectProvider({ provider: labels.get(provider) ?? provider })}
                >
                  {disconnect()}
                </button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      {others.map(({ name, label }) => (
        <Form key={name} action={action('providers.connect', { provider: name })}>
          {({ processing }) => (
            <button className="press plain" disabled={processing}>
              {connectProvider({ provider: label })}
            </button>
          )}
        </Form>
      ))}
    </Section>
  )
}
