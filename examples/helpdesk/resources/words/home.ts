import { message } from 'tenon/languages'

// What the error page says.

export const backToStart = message({
  en: 'Back to the start',
  de: 'Zurück zur Startseite',
  ar: 'العودة إلى البداية',
})
