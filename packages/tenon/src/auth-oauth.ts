export { oauth, type ListedProvider, type OAuth, type OAuthResult } from './identity/oauth/oauth.ts'
export type { CreateUser, OAuthMessages, OAuthOptions } from './identity/oauth/oauth-options.ts'
export { OAuthFailed, type OAuthReason } from './identity/oauth/oauth-failed.ts'
export type { FlowPurpose } from './identity/oauth/flows.ts'
export type { ListedIdentity } from './identity/oauth/identities.ts'
export type { Claims, ProviderProfile } from './identity/oauth/profile.ts'
export type { ProviderTokens } from './identity/oauth/provider-connection.ts'
export type { SendRequest } from './identity/oauth/bounded-fetch.ts'

// Providers
export { apple, type AppleOptions } from './identity/oauth/apple.ts'
export { github, type GitHubOptions } from './identity/oauth/github.ts'
export {
  gitlab,
  google,
  microsoft,
  type GitLabOptions,
  type MicrosoftOptions,
} from './identity/oauth/presets.ts'
export {
  oauth2,
  openId,
  type ClientAuthentication,
  type OAuth2Options,
  type OpenIdOptions,
  type Provider,
  type ProviderEndpoints,
  type ProviderOptions,
  type ReadApi,
} from './identity/oauth/provider.ts'
