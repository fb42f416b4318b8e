import { message } from 'tenon/languages'

// What forms say of wrong input.

export const wrongLogin = message({ en: 'The address or the password is wrong' })

export const tooManyAttempts = message({
  en: '{seconds, plural, one {Too many attempts. Try again in # second.} other {Too many attempts. Try again in # seconds.}}',
})

export const deadLink = message({ en: 'This link is not valid any more. Ask for a new one.' })

export const enterName = message({ en: 'Enter your name' })

export const tooLong = message({ en: 'Use at most {count} characters' })

export const tooShort = message({ en: 'Use at least {count} characters' })

export const enterEmail = message({ en: 'Enter an email address, such as ada@example.com' })

export const enterPassword = message({ en: 'Enter your password' })

export const tooCommon = message({ en: 'Too many people use this password' })

export const enterCode = message({ en: 'Enter a code' })

export const wrongCode = message({ en: 'The code is wrong' })

export const giveName = message({ en: 'Give it a name' })

export const chooseAbilities = message({ en: 'Choose what it may do' })

export const chooseTimeZone = message({ en: 'Choose a time zone' })

export const enterEmailToDelete = message({ en: 'Enter your email address to delete your account' })

export const tooManyAttemptsForMinutes = message({
  en: 'Too many attempts. Try again in {minutes} minutes.',
})

export const passkeyNotAccepted = message({ en: 'The passkey was not accepted' })

export const lastLoginMethod = message({
  en: 'You need at least one way to log in. Set a password first.',
})
