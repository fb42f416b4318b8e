import { application } from 'tenon'
import { ar, de } from 'zod/locales'
import { languages } from './app/languages.ts'
import { User } from './app/models/user.ts'
import { web } from './app/routes.ts'
import { speakToUser } from './app/speak-to-user.ts'
import { brand } from './resources/components/accounts/brand.ts'
import { Team } from './app/models/team.ts'
import { Membership } from './app/models/membership.ts'
import { Invitation } from './app/models/invitation.ts'
import { Label } from './app/models/label.ts'
import { Attachment, Comment, Ticket } from './app/models/ticket.ts'
import { Incident } from './app/models/incident.ts'
import { SavedList } from './app/models/saved-list.ts'
import { escalate } from './app/tasks/escalate.ts'
import { emptyBin } from './app/tasks/empty-bin.ts'
import { muteTicket } from './app/mute-ticket.ts'
import { fill } from './app/commands/fill.ts'
import { createTeam } from './app/commands/create-team.ts'

export const app = application({
  root: import.meta.dirname,
  routes: web,
  models: {
    User,
    Team,
    Membership,
    Invitation,
    Ticket,
    Comment,
    Attachment,
    Label,
    SavedList,
    Incident,
  },
  languages,
  schemaLanguages: { de: de(), ar: ar() },
  middleware: [speakToUser],
  session: { store: 'database' },
  encryptHistory: true,
  openapi: { title: brand, version: '1.0.0' },
  mail: { from: { name: brand, address: 'no-reply@example.com' }, unsubscribe: [muteTicket] },
  ssr: { pages: ['Customers/Status'] },
  tasks: [escalate, emptyBin],
  commands: [createTeam, fill],
})
await app.run(process.argv.slice(2))
