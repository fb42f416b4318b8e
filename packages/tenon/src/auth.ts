export { accounts, type Accounts } from './identity/accounts/accounts.ts'
export type { Credentials, LoginOptions } from './identity/accounts/accounts.ts'
export type { AccountLogins, ListedLogin } from './identity/accounts/account-logins.ts'
export type {
  AccountMessages,
  AccountPaths,
  AccountsOptions,
  AccountTokens,
  CompletedLogin,
} from './identity/accounts/authentication/accounts-options.ts'
export type {
  AccountLinks,
  LinkMail,
  PasswordReset,
  SendLink,
} from './identity/accounts/links/account-links.ts'
export type {
  AccountChange,
  AccountNotice,
  NotifyUser,
} from './identity/accounts/authentication/notices.ts'
export { isCommonPassword } from './identity/passwords/common-passwords.ts'
export { hash } from './identity/passwords/hash.ts'

// Tokens for programs
export type {
  TokenAttempt,
  TokenLogin,
  TokenOptions,
  Tokens,
} from './identity/accounts/tokens/tokens.ts'
export type { IssuedToken, ListedToken } from './identity/accounts/tokens/token.ts'

// Second factor
export type {
  Enrollment,
  SecondFactor,
  SecondFactorState,
} from './identity/accounts/second-factor/second-factor.ts'

// Policies
export { policy, type Policy, type PolicyOptions } from './identity/policies/policy.ts'
export { Ability, type PolicySubject } from './identity/policies/ability.ts'
export { deny, Denial, type Verdict } from './identity/policies/verdict.ts'
export { abilities, allows, authorize, type Abilities } from './identity/policies/questions.ts'
