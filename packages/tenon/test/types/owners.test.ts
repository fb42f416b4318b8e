import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  applicationOptions,
  compileProject,
  compilerNames,
  toSettings,
} from '../support/compile-project.ts'

const models = `import { belongsTo, c, hasMany, manyToMany, Model } from 'tenon/models'

export class Team extends Model('teams', { id: c.uuidId(), name: c.text() }) {
  static readonly tickets = hasMany(() => Ticket, 'team_id')
}
export class User extends Model('users', { id: c.id(), name: c.text() }) {
  static readonly tickets = hasMany(() => Ticket, 'user_id')
  static readonly favourites = manyToMany(() => Ticket, { through: 'favourites', local: 'user_id', target: 'ticket_id' })
}
/** A record with the columns of a team. */
export class Club extends Model('clubs', { id: c.uuidId(), name: c.text() }) {}
export class Ticket extends Model('tickets', {
  id: c.id(),
  team_id: c.uuid().owner(() => Team).index(),
  user_id: c.integer(),
  slug: c.text().unique(),
  title: c.text(),
}) {
  static readonly user = belongsTo(() => User, 'user_id')
  static readonly comments = hasMany(() => Comment, 'ticket_id')
  static readonly labels = manyToMany(() => Label, { through: 'ticket_labels', local: 'ticket_id', target: 'label_id' })
}
export class Label extends Model('labels', { id: c.id(), team_id: c.uuid().owner(() => Team), name: c.text() }) {}
export class Comment extends Model('comments', { id: c.id(), ticket_id: c.integer().owner(() => Ticket), text: c.text() }) {
  static readonly ticket = belongsTo(() => Ticket, 'ticket_id')
}
/** Belongs to a user, so it has another owner than a ticket. */
export class Note extends Model('notes', { id: c.id(), user_id: c.integer().owner(() => User), ticket_id: c.integer() }) {
  static readonly ticket = belongsTo(() => Ticket, 'ticket_id')
}
`
const imports = `import { c, Model, Query } from 'tenon/models'
import { get, group, handler, provided, routes } from 'tenon'
import { factory } from 'tenon/factories'
import { Club, Comment, Label, Note, Team, Ticket, User } from './models.ts'
declare const team: Team
declare const user: User
declare const club: Club
declare const ticket: Ticket
declare const note: Note
declare const label: Label
declare const maybe: Team | null | undefined
const currentTeam = provided<{ team: Team }>('team')
const anyTeam = provided<{ team: Team | null }>('team')
const within = currentTeam.middleware((_, next) => next(team))
const perhaps = anyTeam.middleware((_, next) => next(null))
const show = handler({ ticket: Ticket }).run(({ ticket }) => ticket.title)
`

const right = `${imports}
export const queries = [
  Ticket.of(team).where('title', 'x').orWhere('slug', 'y').all(),
  Ticket.of(team).with('comments').with('user').paginate(),
  Ticket.of(team).whereHas('labels', (labels) => labels.where('name', 'x')).count(),
  Ticket.of(team).withCount('comments').orderBy('comments_count').all(),
  Ticket.of(team).create({ user_id: 1, slug: 'x', title: 'x' }),
  Ticket.of(team).createMany([{ user_id: 1, slug: 'x', title: 'x' }]),
  Ticket.of(team).firstOrCreate({ slug: 'x' }, { user_id: 1, title: 'x' }),
  Ticket.of(team).update({ title: 'x' }),
  Comment.of(team).all(),
  Comment.of(ticket).create({ text: 'x' }),
  Comment.of(team).create({ ticket_id: 1, text: 'x' }),
  Ticket.ofAnyone().count(),
  Ticket.ofAnyone().create({ team_id: 'x', user_id: 1, slug: 'x', title: 'x' }),
  Note.of(user).all(),
  team.load(Team.tickets),
  team.create(Team.tickets, { user_id: 1, slug: 'x', title: 'x' }),
  ticket.load(Ticket.comments),
  ticket.attach(Ticket.labels, [label.id]),
  Team.with('tickets', (tickets) => tickets.with('comments')).all(),
  factory(Ticket, () => ({ team_id: 'x', user_id: 1, slug: 'x', title: 'x' })).create(),
]
export const keys: number = ticket.id
Ticket.defaultScope((tickets) => tickets.where('title', 'x'))
const comment = handler({ ticket: Ticket, comment: Comment }).run(() => '')
export const web = routes([
  get('/teams/{team}/tickets/{ticket}', handler({ team: Team, ticket: Ticket }).run(({ ticket }) => ticket.title)),
  get('/t/{team}/{ticket:slug}', handler({ team: Team, ticket: Ticket }).run(() => '')),
  get('/t2/{team}/{ticket}', handler({ team: Team, ticket: Ticket.by('slug') }).run(() => '')),
  get('/c/{team}/{comment}', handler({ team: Team, comment: Comment }).run(() => '')),
  get('/d/{team}/{ticket}/{comment}', handler({ team: Team, ticket: Ticket, comment: Comment }).run(() => '')),
  get('/tickets/{ticket}', show).middleware(within),
  group('/g', [get('/tickets/{ticket}', show), get('/tickets/{ticket}/{comment}', comment)]).middleware(within),
  get('/any/{ticket}', show).unscoped(),
])
`

const BELONG = 'tickets belong to teams: start with .of(owner), or say .ofAnyone()'
const COMMENTS = 'comments belong to tickets: start with .of(owner), or say .ofAnyone()'
const OTHER = 'tickets have another owner than'
const WHOSE = 'but nothing before it says whose it is: bind a record of'

/** Programs that forget the owner, each with what the first line of the compiler's message must contain. */
const wrong: readonly (readonly [program: string, sentence: string])[] = [
  ['Ticket.all()', BELONG],
  ['Ticket.first()', BELONG],
  ['Ticket.find(1)', BELONG],
  ['Ticket.findOrFail(1)', BELONG],
  ['Ticket.count()', BELONG],
  ['Ticket.exists()', BELONG],
  ['Ticket.paginate()', BELONG],
  ['Ticket.query()', BELONG],
  [`Ticket.where('title', 'x')`, BELONG],
  [`Ticket.orderBy('title')`, BELONG],
  [`Ticket.with('comments')`, BELONG],
  [`Ticket.create({ team_id: 'x', user_id: 1, slug: 'x', title: 'x' })`, BELONG],
  [`Ticket.createMany([])`, BELONG],
  [`Ticket.upsert([], { by: ['slug'] })`, BELONG],
  [`Ticket.firstOrCreate({ slug: 'x' }, {})`, BELONG],
  [`Ticket.updateOrCreate({ slug: 'x' }, {})`, BELONG],
  [`Ticket.update(1, { title: 'x' })`, BELONG],
  [`Ticket.delete(1)`, BELONG],
  [`Ticket.by('slug').find('x')`, BELONG],
  [`Comment.all()`, COMMENTS],
  [`Comment.find(1)`, COMMENTS],
  [`class Urgent extends Ticket {}; Urgent.all()`, BELONG],
  ['Ticket.of(undefined)', `'undefined' is not assignable to parameter of type 'Team'`],
  ['Ticket.of(null)', `'null' is not assignable to parameter of type 'Team'`],
  ['Ticket.of(maybe)', `is not assignable to parameter of type 'Team'`],
  ['Ticket.of(user)', `'User' is not assignable to parameter of type 'Team'`],
  ['Ticket.of(club)', `'Club' is not assignable to parameter of type 'Team'`],
  ['Ticket.of(team.id)', `'string' is not assignable to parameter of type 'Team'`],
  [`Ticket.of({ id: 'x', name: 'x' })`, `type 'Team'`],
  ['Comment.of(user)', `'User' is not assignable to parameter of type`],
  [
    `Ticket.of(team).create({ team_id: 'x', user_id: 1, slug: 'x', title: 'x' })`,
    'There is no column "team_id" to write here',
  ],
  [`Ticket.of(team).update({ team_id: 'x' })`, 'A record stays with its owner'],
  [`ticket.update({ team_id: 'x' })`, 'A record stays with its owner'],
  ['user.load(User.tickets)', `${OTHER} users`],
  [`User.with('tickets')`, `${OTHER} users`],
  [`User.query().with('tickets')`, `${OTHER} users`],
  [`User.query().whereHas('tickets')`, `${OTHER} users`],
  [`User.query().orWhereHasNone('tickets')`, `${OTHER} users`],
  [`User.query().withCount('tickets')`, `${OTHER} users`],
  [`User.query().withExists('tickets')`, `${OTHER} users`],
  [`user.create(User.tickets, { team_id: 'x', slug: 'x', title: 'x' })`, `${OTHER} users`],
  ['user.attach(User.favourites, [1])', `${OTHER} users`],
  ['user.detach(User.favourites)', `${OTHER} users`],
  ['user.sync(User.favourites, [1])', `${OTHER} users`],
  ['note.load(Note.ticket)', `${OTHER} notes`],
  [`Note.of(user).orderByRelated('ticket', 'title')`, `${OTHER} notes`],
  [`routes([get('/tickets/{ticket}', show)])`, WHOSE],
  [`routes([get('/{ticket}', show).middleware(perhaps)])`, WHOSE],
  [
    `routes([get('/{user}/{ticket}', handler({ user: User, ticket: Ticket }).run(() => ''))])`,
    WHOSE,
  ],
  [
    `routes([get('/{ticket}/{team}', handler({ team: Team, ticket: Ticket }).run(() => ''))])`,
    WHOSE,
  ],
  [`routes([get('/{ticket}', handler({ ticket: Ticket.by('slug') }).run(() => ''))])`, WHOSE],
  [
    `routes([group('/g', [get('/{comment}', handler({ comment: Comment }).run(() => ''))])])`,
    WHOSE,
  ],
  [
    `routes([get('/{user}/{note}/{ticket}', handler({ user: User, note: Note, ticket: Ticket }).run(() => ''))])`,
    WHOSE,
  ],
  [
    `Model('x', { id: c.id(), team_id: c.integer().owner(() => Team) })`,
    `The column does not hold the owner's key`,
  ],
  [
    `Model('x', { id: c.id(), team_id: c.uuid().nullable().owner(() => Team) })`,
    'Every record has its owner',
  ],
]

describe('a program that forgets the owner', () => {
  for (const compiler of compilerNames) {
    it(`is refused with what to write, under ${compiler}`, { timeout: 120_000 }, () => {
      const settings = toSettings({ ...applicationOptions, noUnusedLocals: false })
      const programs = wrong.map(([program], i) => `export const p${i} = () => { ${program} }`)
      const text = [imports, ...programs].join('\n')
      const files = { 'tsconfig.json': settings, 'models.ts': models, 'right.ts': right }

      const said = compileProject({ ...files, 'wrong.ts': text }, compiler).split('\n')

      const first = imports.split('\n').length + 1
      const unsaid = wrong.filter(([, sentence], i) => {
        const lines = said.filter((line) => line.startsWith(`wrong.ts(${first + i},`))
        return !lines.some((line) => line.replaceAll('\\"', '"').includes(sentence))
      })
      const elsewhere = said.filter((line) => /^(models|right)/.test(line))
      assert.deepEqual([...unsaid, ...elsewhere], [])
    })
  }
})
