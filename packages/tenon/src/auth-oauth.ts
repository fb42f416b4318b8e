export {
  oauth,
  type ListedProvider,
  type OAuth,
  type OAuthResult,
} from './services/auth/oauth/oauth.ts'
export type {
  CreateUser,
  OAuthMessages,
  OAuthOptions,
} from './services/auth/oauth/oauth-options.ts'
export { OAuthFailed, type OAuthReason } from './services/auth/oauth/oauth-failed.ts'
export type { FlowPurpose } from './services/auth/oauth/flows.ts'
export type { ListedIdentity } from './services/auth/oauth/identities.ts'
export type { Claims, ProviderProfile } from './services/auth/oauth/profile.ts'
export type { ProviderTokens } from './services/auth/oauth/provider-connection.ts'
export type { SendRequest } from './services/auth/oauth/bounded-fetch.ts'

// Providers
export { apple, type AppleOptions } from './services/auth/oauth/apple.ts'
export { github, type GitHubOptions } from './services/auth/oauth/github.ts'
export {
  gitlab,
  google,
  microsoft,
  type GitLabOptions,
  type MicrosoftOptions,
} from './services/auth/oauth/presets.ts'
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
} from './services/auth/oauth/provider.ts'
