/** The languages of the application, the default one first. */
export const languages = ['en', 'de', 'ar'] as const

declare module 'tenon' {
  interface Register {
    languages: typeof languages
  }
}
