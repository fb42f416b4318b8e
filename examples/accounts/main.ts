import { application } from 'tenon'
import { ar, de } from 'zod/locales'
import { languages } from './app/languages.ts'
import { User } from './app/models/user.ts'
import { web } from './app/routes.ts'
import { speakToUser } from './app/speak-to-user.ts'
import { brand } from './resources/components/accounts/brand.ts'

export const app = application({
  root: import.meta.dirname,
  routes: web,
  models: { User },
  languages,
  schemaLanguages: { de: de(), ar: ar() },
  middleware: [speakToUser],
  session: { store: 'database' },
  encryptHistory: true,
  openapi: { title: brand, version: '1.0.0' },
  mail: { from: { name: brand, address: 'no-reply@example.com' } },
})
await app.run(process.argv.slice(2))
