import { message } from 'tenon/languages'

// What the mails about accounts say.

export const ignoreThisMail = message({ en: 'If it was not you, ignore this mail.' })

export const alreadyRegistered = message({ en: 'You already have an account' })

export const alreadyRegisteredText = message({
  en: 'Somebody, hopefully you, tried to create an account with this address, but there is one already. Log in instead. If you have forgotten your password, you can choose a new one there.',
})

export const confirmNewAddress = message({ en: 'Confirm your new address' })

export const newAddress = message({ en: 'A new address for your account' })

export const newAddressText = message({
  en: 'You want to change the address of your account. Confirm it in both mailboxes, the old and the new one, within an hour.',
})

export const newAddressWarning = message({
  en: 'If it was not you, do not confirm it, and change your password.',
})

export const resetText = message({
  en: 'Somebody, hopefully you, has forgotten the password of your account.',
})

export const resetUntil = message({
  en: 'The link works for 30 minutes, and once. If it was not you, ignore this mail.',
})

export const welcome = message({ en: 'Welcome' })

export const verifyText = message({
  en: 'Tell us that this address is yours. The link works for one day, and once.',
})

export const notRegistered = message({
  en: 'If you have not created an account, ignore this mail.',
})

export const ipAddress = message({ en: 'IP address {ip}' })

export const ownHelp = message({
  en: 'If it was you, there is nothing to do. If not, choose a new password now, which logs out all browsers and can end all access tokens. Then look through the security settings of your account.',
})

export const lostHelp = message({
  en: 'Mails to this address do not reach your account any more. If it was you, there is nothing to do. If not, tell us at once.',
})

export const passwordChangedTitle = message({ en: 'Your password was changed' })

export const passwordChangedText = message({
  en: 'The password of your account was changed in the settings, and all other browsers were logged out.',
})

export const passwordResetTitle = message({ en: 'Your password was reset' })

export const passwordResetText = message({
  en: 'The password of your account was replaced by the link in a mail, and all browsers were logged out.',
})

export const addressChangedTitle = message({ en: 'Your email address was changed' })

export const addressChangedText = message({
  en: 'Your account has another email address, which was confirmed in both mailboxes.',
})

export const secondFactorOnTitle = message({ en: 'Two-factor login was turned on' })

export const secondFactorOnText = message({
  en: 'Your account asks for a code of an authenticator app after the password.',
})

export const secondFactorOffTitle = message({ en: 'Two-factor login was turned off' })

export const secondFactorOffText = message({
  en: 'Your account does not ask for a code any more: the password alone is enough to log in.',
})

export const newCodesTitle = message({ en: 'New recovery codes were made' })

export const newCodesText = message({
  en: 'Your account has ten new recovery codes. The ones before do not work any more.',
})

export const codeUsedTitle = message({ en: 'A recovery code was used' })

export const codeUsedText = message({
  en: 'Somebody has given your password, and a recovery code instead of a code of your app.',
})

export const passkeyAddedTitle = message({ en: 'A passkey was added' })

export const passkeyAddedText = message({
  en: 'A new passkey can log in to your account, without your password.',
})

export const passkeyRemovedTitle = message({ en: 'A passkey was removed' })

export const passkeyRemovedText = message({
  en: 'One of your passkeys does not log in to your account any more.',
})

export const connectedTitle = message({ en: 'Another account was connected' })

export const connectedText = message({
  en: 'An account at another provider can log in to your account, without your password.',
})

export const disconnectedTitle = message({ en: 'An account was disconnected' })

export const disconnectedText = message({
  en: 'An account at another provider does not log in to your account any more.',
})

export const tokenIssuedTitle = message({ en: 'An access token was created' })

export const tokenIssuedText = message({
  en: 'A program that has the token can act for you through the API.',
})

export const newBrowserTitle = message({ en: 'A login from a new browser' })

export const newBrowserText = message({
  en: 'Somebody has logged in to your account in a browser that we have not seen before.',
})
