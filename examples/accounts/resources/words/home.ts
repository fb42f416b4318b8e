import { message } from 'tenon/languages'

// What the first page and the error page say.

export const hello = message({
  en: 'Hello, {name}',
  de: 'Hallo, {name}',
  ar: 'مرحبًا، {name}',
})

export const homeLead = message({
  en: 'Only users with a verified address see this page. Put your application here.',
  de: 'Diese Seite sehen nur Benutzer mit bestätigter Adresse. Hier kommt deine Anwendung hin.',
  ar: 'لا يرى هذه الصفحة إلا المستخدمون الذين أكّدوا عنوانهم. ضع تطبيقك هنا.',
})

export const memberSince = message({
  en: 'Member since',
  de: 'Mitglied seit',
  ar: 'عضو منذ',
})

export const loggedInWith = message({
  en: 'Logged in with',
  de: 'Angemeldet mit',
  ar: 'تسجيل الدخول عبر',
})

export const browsers = message({
  en: '{count, plural, =1 {this browser} other {# browsers}}',
  de: '{count, plural, =1 {diesem Browser} other {# Browsern}}',
  ar: '{count, plural, =1 {هذا المتصفح} two {متصفحين} few {# متصفحات} many {# متصفحًا} other {# متصفح}}',
})

export const openSettings = message({
  en: 'Open settings',
  de: 'Einstellungen öffnen',
  ar: 'فتح الإعدادات',
})

export const backToStart = message({
  en: 'Back to the start',
  de: 'Zurück zur Startseite',
  ar: 'العودة إلى البداية',
})
