import { openId, type Provider, type ProviderOptions } from './provider.ts'
import type { Claims } from './profile.ts'

/**
 * Google. Register at console.cloud.google.com, "Credentials". An address counts as verified if Google says so.
 * Throws `E_OAUTH` for options that cannot work.
 */
export function google(options: ProviderOptions): Provider {
  return openId({
    label: 'Google',
    ...options,
    issuer: 'https://accounts.google.com',
    clientAuthentication: 'post',
    canReauthenticate: false,
  })
}

export interface MicrosoftOptions extends ProviderOptions {
  /**
   * Who may log in: the id of a directory, or `common`, `organizations` or `consumers`. Default `common`: everybody
   * with an account at Microsoft.
   */
  readonly tenant?: string
}

/**
 * Microsoft Entra ID and personal accounts. Register at entra.microsoft.com, "App registrations". The administrator of
 * any directory can give its users any address, so an address counts as verified only with the optional claim
 * `xms_edov`. Throws `E_OAUTH` for options that cannot work.
 */
export function microsoft({ tenant = 'common', ...options }: MicrosoftOptions): Provider {
  const provider = openId({
    label: 'Microsoft',
    ...options,
    issuer: `https://login.microsoftonline.com/${encodeURIComponent(tenant)}/v2.0`,
    clientAuthentication: 'post',
    canReauthenticate: false,
  })
  return { ...provider, isEmailVerified: ownsDomain }
}

/** Microsoft sends this claim as a boolean, a number or text. */
function ownsDomain({ xms_edov }: Claims): boolean {
  return xms_edov === true || xms_edov === 1 || xms_edov === '1' || xms_edov === 'true'
}

export interface GitLabOptions extends ProviderOptions {
  /** The address of your own GitLab. Default `https://gitlab.com`. */
  readonly url?: string
}

/**
 * GitLab. Register it under "Applications" of a user, a group or the instance. Throws `E_OAUTH` for options that cannot
 * work.
 */
export function gitlab({ url = 'https://gitlab.com', ...options }: GitLabOptions): Provider {
  return openId({ label: 'GitLab', ...options, issuer: url, clientAuthentication: 'post' })
}
