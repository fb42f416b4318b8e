import { message } from 'tenon/languages'

// Why a login with a provider did not work.

export const providerDenied = message({ en: 'You did not allow {provider} to log you in.' })

export const providerExpired = message({ en: 'Your visit at {provider} has expired. Try again.' })

export const providerInvalid = message({
  en: 'The answer of {provider} could not be verified. Try again.',
})

export const providerUnavailable = message({
  en: '{provider} cannot be reached at the moment. Try again later.',
})

export const providerTaken = message({
  en: 'There is an account with your address already. Log in to it, then connect {provider} in its settings.',
})

export const providerConnected = message({
  en: 'That account at {provider} is connected to somebody else here.',
})

export const providerMismatch = message({
  en: 'That is not the account at {provider} that is connected here.',
})

export const providerClosed = message({ en: 'You cannot log in with this account at {provider}.' })
