import { message } from 'tenon/languages'

// What the page of errors says.

export const backToStart = message({
  en: 'Back to the start',
  de: 'Zurück zur Startseite',
  ar: 'العودة إلى البداية',
})
