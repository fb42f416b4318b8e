import { message } from 'tenon/languages'

// What the pages around the login say, and what several pages share.

export const skipToContent = message({ en: 'Skip to content' })

export const account = message({ en: 'Account' })

export const settings = message({ en: 'Settings' })

export const logOut = message({ en: 'Log out' })

export const logIn = message({ en: 'Log in' })

export const languageLabel = message({ en: 'Language' })

export const emailAddress = message({ en: 'Email address' })

export const passwordLabel = message({ en: 'Password' })

export const newPassword = message({ en: 'New password' })

export const passwordHint = message({
  en: 'At least 8 characters. Several words are easy to remember.',
})

export const showPassword = message({ en: 'Show' })

export const hidePassword = message({ en: 'Hide' })

export const showField = message({ en: 'Show {label}' })

export const changePassword = message({ en: 'Change password' })

export const nameLabel = message({ en: 'Name' })

export const codeLabel = message({ en: 'Code' })

export const or = message({ en: 'or' })

export const continueWith = message({ en: 'Continue with {provider}' })

export const logInWithPasskey = message({ en: 'Log in with a passkey' })

export const somethingFailed = message({ en: 'This did not work' })

export const pleaseCorrect = message({ en: 'Please correct this' })

export const newHere = message({ en: 'New here?' })

export const createAnAccount = message({ en: 'Create an account' })

export const createAccount = message({ en: 'Create account' })

export const haveAnAccount = message({ en: 'You have one already?' })

export const stayLoggedIn = message({ en: 'Stay logged in' })

export const forgotPassword = message({ en: 'Forgot your password?' })

export const forgotPasswordLead = message({
  en: 'We send you a link with which you choose a new one.',
})

export const backToLogin = message({ en: 'Back to the login' })

export const sendLink = message({ en: 'Send the link' })

export const askForNewLink = message({ en: 'Ask for a new link' })

export const chooseNewPassword = message({ en: 'Choose a new password' })

export const chooseNewPasswordLead = message({ en: 'All browsers are logged out then.' })

export const endTokensToo = message({
  en: 'Also end all access tokens, if somebody else knew my password',
})

export const linkIsDead = message({ en: 'This link does not work any more' })

export const linkIsDeadLead = message({
  en: 'Each link works once, and only for a while. A newer one may be in your mailbox.',
})

export const enterYourCode = message({ en: 'Enter your code' })

export const enterYourCodeLead = message({
  en: 'Your password is right. Now open your authenticator app.',
})

export const enterYourCodeHint = message({
  en: 'Six digits. Without the app, enter a recovery code.',
})

export const logInAsOther = message({ en: 'Log in as somebody else' })

export const checkYourMail = message({ en: 'Check your mail' })

export const verifyMailSent = message({
  en: 'We have sent you a mail with a link. Open it to verify your address.',
})

export const resetMailSent = message({
  en: 'If you have an account, we have sent you a mail with a link. It works for 30 minutes.',
})

export const lookIntoSpam = message({
  en: 'Nothing there after a few minutes? Look into your spam folder.',
})

export const confirmYourPassword = message({ en: 'Confirm your password' })

export const confirmItIsYou = message({ en: 'Confirm that it is you' })

export const confirmLead = message({
  en: 'You are about to change something important, so we ask again.',
})

export const confirm = message({ en: 'Confirm' })

export const backToSettings = message({ en: 'Back to the settings' })

export const openTheSettings = message({ en: 'Open the settings' })

export const verifyYourAddress = message({ en: 'Verify your address' })

export const verifyLead = message({ en: 'One click, and your address is verified.' })

export const verifyMyAddress = message({ en: 'Verify my address' })

export const openLinkSentTo = message({ en: 'Open the link that we have sent to {email}.' })

export const sendAgain = message({ en: 'Send it again' })

export const logInForNewLink = message({ en: 'Log in to get a new link' })

export const changeYourAddress = message({ en: 'Change your address' })

export const changeYourAddressLead = message({
  en: 'It is changed as soon as you have confirmed it in both mailboxes.',
})

export const confirmTheChange = message({ en: 'Confirm the change' })

export const deviceName = message({ en: '{browser} on {system}' })

export const unknownBrowser = message({ en: 'Unknown browser' })

export const passkeyFailed = message({ en: 'That did not work. Reload the page and try again.' })

export const noPasskeyChosen = message({
  en: 'No passkey was chosen, or it took too long. Try again.',
})

export const hasPasskeyAlready = message({
  en: 'This device has a passkey for your account already.',
})

export const passkeyNotSupported = message({
  en: 'This device cannot keep the kind of passkey that we use.',
})

export const passkeyNeedsHttps = message({
  en: 'Passkeys only work over https, and in development on localhost.',
})
