import { message } from 'tenon/languages'

// What the first page and the page of errors say.

export const hello = message({ en: 'Hello, {name}' })

export const homeLead = message({
  en: 'Only users with a verified address see this page. Put your application here.',
})

export const memberSince = message({ en: 'Member since' })

export const loggedInWith = message({ en: 'Logged in with' })

export const browsers = message({ en: '{count, plural, =1 {this browser} other {# browsers}}' })

export const openSettings = message({ en: 'Open settings' })

export const backToStart = message({ en: 'Back to the start' })
