export { accounts, type Accounts } from './services/auth/accounts.ts'
export type { Credentials, LoginOptions } from './services/auth/accounts.ts'
export type { AccountLogins, ListedLogin } from './services/auth/account-logins.ts'
export type {
  AccountMessages,
  AccountPaths,
  AccountsOptions,
  AccountTokens,
} from './services/auth/accounts-options.ts'
export type {
  AccountLinks,
  LinkMail,
  PasswordReset,
  SendLink,
} from './services/auth/links/account-links.ts'
export type { AccountChange, AccountNotice, NotifyUser } from './services/auth/notices.ts'
export { isCommonPassword } from './services/auth/passwords/common-passwords.ts'
export { hash } from './services/auth/passwords/hash.ts'

// Tokens for programs
export type { TokenOptions, Tokens } from './services/auth/tokens/tokens.ts'
export type { IssuedToken, ListedToken } from './services/auth/tokens/token.ts'

// Second factor
export type {
  Enrollment,
  SecondFactor,
  SecondFactorState,
} from './services/auth/second-factor/second-factor.ts'

// Policies
export { policy, type Policy, type PolicyOptions } from './services/auth/policies/policy.ts'
export { Ability, type PolicySubject } from './services/auth/policies/ability.ts'
export { deny, Denial, type Verdict } from './services/auth/policies/verdict.ts'
export { abilities, allows, authorize, type Abilities } from './services/auth/policies/questions.ts'
