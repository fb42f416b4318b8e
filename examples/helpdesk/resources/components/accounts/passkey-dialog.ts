import { useSyncExternalStore } from 'react'
import { action } from 'tenon/react'
import {
  hasPasskeyAlready,
  noPasskeyChosen,
  passkeyFailed,
  passkeyNeedsHttps,
  passkeyNotSupported,
} from '../../words/accounts.ts'

/** Lets the browser create a passkey, and returns what the server has to check. */
export async function createPasskey(): Promise<unknown> {
  const options = await fetchOptions(action('passkeys.challenge').url)
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return toAnswer(await navigator.credentials.create({ publicKey }))
}

/** Lets the user choose a passkey in a dialog of the browser, and signs a challenge with it. */
export async function askForPasskey(signal: AbortSignal): Promise<unknown> {
  return sign({ signal })
}

/**
 * The same in the suggestions of the field for the email address. It waits until the user chooses one, and
 * returns `undefined` in browsers that cannot do that.
 */
export async function suggestPasskeys(signal: AbortSignal): Promise<unknown> {
  if (!hasPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable())) {
    return undefined
  }
  return sign({ signal, mediation: 'conditional' })
}

/** Whether the browser knows passkeys. */
export function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    'isConditionalMediationAvailable' in PublicKeyCredential
  )
}

/** The same for components: it is false where the server renders them, and where the browser takes them over. */
export function useHasPasskeys(): boolean {
  return useSyncExternalStore(neverChanges, hasPasskeys, () => false)
}

const neverChanges = () => () => undefined

/** What to tell the user, `undefined` if the page itself has ended the dialog. */
export function toProblem(error: unknown): string | undefined {
  const name = error instanceof Error ? error.name : ''
  if (name === 'AbortError') return undefined
  const say = problems[name] ?? passkeyFailed
  return say()
}

const problems: Readonly<Record<string, () => string>> = {
  NotAllowedError: noPasskeyChosen,
  InvalidStateError: hasPasskeyAlready,
  NotSupportedError: passkeyNotSupported,
  SecurityError: passkeyNeedsHttps,
}

async function sign(how: Omit<CredentialRequestOptions, 'publicKey'>): Promise<unknown> {
  const options = await fetchOptions(action('passkey-login.challenge').url)
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return toAnswer(await navigator.credentials.get({ ...how, publicKey }))
}

/** The challenge of the server, and what it accepts. */
async function fetchOptions(url: string) {
  const headers = { accept: 'application/json' }
  const response = await fetch(url, { method: 'POST', headers })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.json()
}

function toAnswer(credential: Credential | null): unknown {
  return credential instanceof PublicKeyCredential ? credential.toJSON() : null
}
