import { application } from 'tenon'
import { mailing } from 'tenon/mail'
import { User } from './app/models/user.ts'
import { web } from './app/routes.ts'

export const app = application({
  root: import.meta.dirname,
  routes: web,
  models: { User },
  authorization: 'stated',
  session: { store: 'database' },
  encryptHistory: true,
  mail: mailing({ from: { name: 'Dovetail', address: 'no-reply@example.com' } }),
})
await app.run(process.argv.slice(2))
