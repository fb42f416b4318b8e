import { message } from 'tenon/languages'

// What the settings say.

export const securityTab = message({ en: 'Security' })

export const profile = message({ en: 'Profile' })

export const profileAbout = message({ en: 'What we call you.' })

export const saveName = message({ en: 'Save name' })

export const emailAbout = message({ en: 'You log in with it, and we send mails to it.' })

export const verified = message({ en: 'verified' })

export const notVerified = message({ en: 'not verified' })

export const changeAddress = message({ en: 'Change address' })

export const verifyAddress = message({ en: 'Verify address' })

export const browsersTitle = message({ en: 'Browsers' })

export const browsersAbout = message({
  en: 'Where you are logged in. End what you do not recognize.',
})

export const thisBrowser = message({ en: 'this browser' })

export const lastUsedFrom = message({ en: '{ip}, last used {time}' })

export const logOutOthers = message({ en: 'Log out all other browsers' })

export const logOutDevice = message({ en: 'Log out {device}, {ip}' })

export const region = message({ en: 'Language and time' })

export const regionAbout = message({ en: 'How pages and mails speak to you.' })

export const timeZoneLabel = message({ en: 'Time zone' })

export const ofThisBrowser = message({ en: 'That of the browser' })

export const saveRegion = message({ en: 'Save' })

export const deleteAccount = message({ en: 'Delete account' })

export const deleteAccountAbout = message({ en: 'Deletes your account and everything in it.' })

export const deleteYourAccount = message({ en: 'Delete your account?' })

export const deleteYourAccountLead = message({
  en: 'The account of {email} is deleted at once. Nobody can bring it back.',
})

export const keepMyAccount = message({ en: 'Keep my account' })

export const deleteMyAccount = message({ en: 'Delete my account' })

export const yourEmailAddress = message({ en: 'Your email address' })

export const typeToConfirm = message({ en: 'Type it to confirm that you want this.' })

export const changeAddressLead = message({
  en: 'We send a link to {email} and another one to the new address. Open both within an hour.',
})

export const sendBothLinks = message({ en: 'Send both links' })

export const newEmailAddress = message({ en: 'New email address' })

export const noPasswordAbout = message({ en: 'You have none. A link in a mail lets you set one.' })

export const setPassword = message({ en: 'Set a password' })

export const passwordAbout = message({ en: 'A new password logs out all other browsers.' })

export const currentPassword = message({ en: 'Current password' })

export const connectedAccounts = message({ en: 'Connected accounts' })

export const connectedAccountsAbout = message({ en: 'Accounts elsewhere that log you in here.' })

export const disconnect = message({ en: 'Disconnect' })

export const disconnectProvider = message({ en: 'Disconnect {provider}' })

export const connectProvider = message({ en: 'Connect {provider}' })

export const twoFactorLogin = message({ en: 'Two-factor login' })

export const twoFactorAbout = message({
  en: 'After your password we ask for a code of an app on your phone.',
})

export const authenticatorApp = message({ en: 'Authenticator app' })

export const on = message({ en: 'on' })

export const off = message({ en: 'off' })

export const codesLeft = message({
  en: '{count, plural, =1 {One recovery code is left.} other {# recovery codes are left.}}',
})

export const newRecoveryCodes = message({ en: 'New recovery codes' })

export const turnOff = message({ en: 'Turn off' })

export const turnOn = message({ en: 'Turn on' })

export const passkeysTitle = message({ en: 'Passkeys' })

export const passkeysAbout = message({
  en: 'Log in with a fingerprint, face or PIN instead of your password.',
})

export const noPasskeys = message({ en: 'You have no passkey yet.' })

export const passkeyUse = message({
  en: 'Added {day}, {time, select, never {never used} other {last used {time}}}',
})

export const remove = message({ en: 'Remove' })

export const removePasskey = message({ en: 'Remove the passkey {name}' })

export const addAPasskey = message({ en: 'Add a passkey' })

export const addPasskeyLead = message({
  en: 'Your browser asks for your finger, your face or a PIN. It keeps the passkey on this device or in your password manager.',
})

export const passkeyNameHint = message({ en: 'By which you recognize it in the list.' })

export const addPasskey = message({ en: 'Add passkey' })

export const noPasskeySupport = message({
  en: 'This browser does not know passkeys. Try a newer one.',
})

export const accessTokens = message({ en: 'Access tokens' })

export const accessTokensAbout = message({ en: 'For programs that act for you through the API.' })

export const noTokens = message({ en: 'You have no access token.' })

export const tokenUse = message({
  en: '{used, select, never {Never used} other {Last used {used}}}{expires, select, never {} other {, expires {expires}}}',
})

export const revoke = message({ en: 'Revoke' })

export const revokeToken = message({ en: 'Revoke the token {name}' })

export const createAToken = message({ en: 'Create a token' })

export const createToken = message({ en: 'Create token' })

export const createTokenLead = message({
  en: 'A program that has it can act for you. Give it to nobody else.',
})

export const tokenNameHint = message({ en: 'The program that uses it.' })

export const whatItMayDo = message({ en: 'What it may do' })

export const readProfile = message({ en: 'Read your profile' })

export const changeProfile = message({ en: 'Change your profile' })

export const expires = message({ en: 'Expires' })

export const inAWeek = message({ en: 'in a week' })

export const in30Days = message({ en: 'in 30 days' })

export const in90Days = message({ en: 'in 90 days' })

export const inAYear = message({ en: 'in a year' })

export const yourNewToken = message({ en: 'Your new token' })

export const yourNewTokenLead = message({ en: 'Give it to {name} now. We cannot show it again.' })

export const tokenHeader = message({ en: 'Programs send it in the header {header}' })

export const haveCopied = message({ en: 'I have copied it' })

export const copy = message({ en: 'Copy' })

export const copied = message({ en: 'Copied' })

export const copiedToClipboard = message({ en: 'Copied to the clipboard.' })

export const copyNotAllowed = message({
  en: 'Your browser does not allow that. Select the text and copy it.',
})

export const download = message({ en: 'Download' })

export const print = message({ en: 'Print' })

export const codesFile = message({ en: 'Recovery codes of {brand} at {host}. Each works once.' })

export const twoFactorIsOn = message({ en: 'Two-factor login is on' })

export const yourNewCodes = message({ en: 'Your new recovery codes' })

export const keepCodesLead = message({
  en: 'Keep these codes in a safe place. Each of them logs you in once if you lose your phone. We cannot show them again.',
})

export const haveSaved = message({ en: 'I have saved them' })

export const makeNewCodesTitle = message({ en: 'Make new recovery codes?' })

export const makeNewCodesLead = message({
  en: '{left, plural, =1 {You get ten new codes. The one that you still have will not work any more.} other {You get ten new codes. The # that you still have will not work any more.}}',
})

export const keepMyCodes = message({ en: 'Keep my codes' })

export const makeNewCodes = message({ en: 'Make new codes' })

export const turnOffTwoFactor = message({ en: 'Turn off two-factor login?' })

export const turnOffTwoFactorLead = message({
  en: 'Your password alone will be enough to log in. Your recovery codes stop working.',
})

export const leaveItOn = message({ en: 'Leave it on' })

export const turnItOff = message({ en: 'Turn it off' })

export const turnOnTwoFactor = message({ en: 'Turn on two-factor login' })

export const scanLead = message({
  en: 'Scan this with an authenticator app, then enter the code that it shows.',
})

export const qrCode = message({ en: 'QR code for your authenticator app' })

export const cannotScan = message({ en: 'I cannot scan it' })

export const enterKeyInstead = message({ en: 'Enter this key in the app instead:' })

export const sixDigits = message({ en: 'The six digits in the app.' })
