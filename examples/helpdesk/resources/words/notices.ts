import { message } from 'tenon/languages'

// What an action tells after it is done.

export const confirmInBoth = message({
  en: 'Confirm the change in both mailboxes, the old and the new one.',
})

export const addressChanged = message({ en: 'Your address is changed.' })

export const confirmInOther = message({ en: 'Now confirm it in the other mailbox, too.' })

export const browserLoggedOut = message({ en: 'That browser is logged out.' })

export const othersLoggedOut = message({ en: 'All other browsers are logged out.' })

export const passkeyAdded = message({
  en: 'Your passkey is added. You can log in with it from now on.',
})

export const passkeyRemoved = message({ en: 'That passkey is removed.' })

export const passwordReset = message({ en: 'Your password is changed. Log in with the new one.' })

export const connected = message({ en: 'Connected. You can log in with it from now on.' })

export const disconnected = message({ en: 'Disconnected.' })

export const nameSaved = message({ en: 'Your name is saved.' })

export const regionSaved = message({ en: 'Your language and time zone are saved.' })

export const passwordChanged = message({
  en: 'Your password is changed, and all other browsers are logged out.',
})

export const accountDeleted = message({ en: 'Your account is deleted.' })

export const tokenRevoked = message({ en: 'That token is revoked.' })

export const twoFactorOff = message({ en: 'Two-factor login is turned off.' })

export const mailSent = message({ en: 'We have sent you another mail.' })

export const mailsSent = message({
  en: 'We have sent you several mails. Look into your spam folder, or try again in a few minutes.',
})

export const verifiedAlready = message({ en: 'Your address is verified already.' })

export const addressVerified = message({ en: 'Your address is verified.' })
