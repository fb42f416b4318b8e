import { useSyncExternalStore } from 'react'
import { action } from 'tenon/react'
import {
  hasPasskeyAlready,
  noPasskeyChosen,
  passkeyFailed,
  passkeyNeedsHttps,
  passkeyNotSupported,
} from '../../words/accounts.ts'

/** Lets the browser create a passkey, and returns the response that the server has to verify. */
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
 * Offers passkeys in the suggestions of the email field, and signs a challenge with the one that the user chooses.
 * Returns `undefined` in browsers without such suggestions.
 */
export async function suggestPasskeys(signal: AbortSignal): Promise<unknown> {
  if (!hasPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable())) {
    return undefined
  }
  return sign({ signal, mediation: 'conditional' })
}

/** Whether the browser supports passkeys here. No browser does on an IP address, such as `127.0.0.1`. */
export function hasPasskeys(): boolean {
  const isAddress = /^\[|^[\d.]+$/.test(location.hostname)
  return (
    !isAddress &&
    typeof PublicKeyCredential !== 'undefined' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    'isConditionalMediationAvailable' in PublicKeyCredential
  )
}

/** The same for components. It is `false` during server-side rendering and hydration. */
export function useHasPasskeys(): boolean {
  return useSyncExternalStore(neverChanges, hasPasskeys, () => false)
}

const neverChanges = () => () => undefined

/** The message for the user; `undefined` if the page itself has ended the dialog. */
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

/** Fetches the options for a passkey, with a challenge, from the server. */
async function fetchOptions(url: string) {
  const headers = { accept: 'application/json' }
  const response = await fetch(url, { method: 'POST', headers })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.json()
}

function toAnswer(credential: Credential | null): unknown {
  return credential instanceof PublicKeyCredential ? credential.toJSON() : null
}
