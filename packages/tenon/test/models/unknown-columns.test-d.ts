import { exists, unique } from 'tenon'
import { audited } from 'tenon/audit'
import { factory } from 'tenon/factories'
import {
  belongsTo,
  c,
  hasMany,
  hasManyThrough,
  hasOne,
  manyToMany,
  Model,
  view,
} from 'tenon/models'

// Every place that takes the name of a column refuses one that the model does not have.

class Label extends Model('labels', { id: c.id(), name: c.text() }) {}
class Tagging extends Model('taggings', {
  id: c.id(),
  ticket_id: c.integer().references('tickets.id'),
  label_id: c.integer().references('labels.id'),
  position: c.integer().default(0),
}) {}
class Comment extends Model('comments', {
  id: c.id(),
  ticket_id: c.integer().references('tickets.id'),
  text: c.text(),
}) {
  static ticket = belongsTo(() => Ticket, 'ticket_id')
}
class Ticket extends Model('tickets', {
  id: c.id(),
  title: c.text().unique(),
  status: c.enum(['open', 'done']).default('open'),
  priority: c.integer().default(0),
  views: c.bigint().default(0n),
  price: c.decimal(8, 2).default('0'),
  due: c.timestamp().nullable(),
  tags: c.array(c.text()).nullable(),
  address: c.json<{ city: string }>().nullable(),
  size: c.integer().generated({ sqlite: 'length(title)', postgres: 'length(title)' }),
}) {
  static comments = hasMany(() => Comment, 'ticket_id')
  static labels = manyToMany(() => Label, {
    through: () => Tagging,
    local: 'ticket_id',
    target: 'label_id',
  })
  static marks = manyToMany(() => Label, {
    through: 'marks',
    local: 'ticket_id',
    target: 'label_id',
    columns: { note: c.text() },
  })
}
class Team extends Model('teams', { id: c.id() }) {}
class Card extends Model('cards', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  title: c.text().unique(),
  rank: c.integer().default(0),
}) {}
declare const ticket: Ticket
declare const team: Team

// In an object, written in place and in a variable.
const open = { status: 'open' } as const
const wrong = { ...open, statsu: 'open' }
void Ticket.where(open).orWhere({ title: 'x', due: null, tags: null })
// @ts-expect-error -- There is no column "statsu" to compare here
void Ticket.where(wrong)
// @ts-expect-error -- no column "statsu"
void Ticket.where({ statsu: 'open' })
// @ts-expect-error -- There is no column "statsu" to compare here
void Ticket.query().where(wrong)
// @ts-expect-error -- no column "statsu"
void Ticket.query().where({ status: 'open', statsu: 'open' })
// @ts-expect-error -- There is no column "statsu" to compare here
void Ticket.query().orWhere(wrong)
// @ts-expect-error -- There is no column "statsu" to compare here
void Ticket.query().whereGroup((tickets) => tickets.where(wrong))
// @ts-expect-error -- There is no column "statsu" to compare here
void Ticket.query().scope((tickets) => tickets.where(wrong))
// @ts-expect-error -- There is no column "status" to compare here
void Ticket.query().whereHas('comments', (comments) => comments.where({ text: '', ...open }))
// @ts-expect-error -- There is no column "status" to compare here
void Ticket.with('comments', (comments) => comments.where({ text: '', ...open }))
// @ts-expect-error -- There is no column "status" to compare here
void Ticket.query().withCount('comments', (comments) => comments.where({ text: '', ...open }))
// @ts-expect-error -- There is no column "status" to compare here
void Card.of(team).where({ title: '', ...open })
// @ts-expect-error -- There is no column "status" to compare here
exists(Comment, { where: (comments) => comments.where({ text: '', ...open }) })
// @ts-expect-error -- there is no such status
void Ticket.where({ status: 'closed' })
// A filter by any name, and a copy of a record.
declare const byName: Record<string, never>
void Ticket.where(byName)
// oxlint-disable-next-line typescript/no-misused-spread -- the columns are own properties
void Tagging.where({ ...({} as Tagging) })

// The columns of a pivot table.
const placed = { position: 1, positoin: 1 }
void ticket.attach(Ticket.labels, [1], { position: 1 })
void ticket.attach(Ticket.labels, [1])
// @ts-expect-error -- There is no column "positoin" to write here
void ticket.attach(Ticket.labels, [1], placed)
// @ts-expect-error -- no column "positoin"
void ticket.attach(Ticket.labels, [1], { positoin: 1 })
// @ts-expect-error -- There is no column "positoin" to write here
void ticket.sync(Ticket.labels, [1], placed)
// @ts-expect-error -- There is no column "positoin" to write here
void ticket.updatePivot(Ticket.labels, [1], placed)
void ticket.attach(Ticket.marks, [1], { note: '' })
// @ts-expect-error -- There is no column "positoin" to write here
void ticket.attach(Ticket.marks, [1], { note: '', ...placed })
// @ts-expect-error -- the note is missing
void ticket.attach(Ticket.marks, [1])
// @ts-expect-error -- the note is missing
void ticket.sync(Ticket.marks, [1], {})

// Factories and their states.
const tickets = factory(Ticket, (n) => ({ title: `${n}` }), {
  done: { status: 'done', title: ({ priority = 0 }) => `Priority ${priority}` },
})
tickets.state('done')
// @ts-expect-error -- There is no column "statsu" to write here
factory(Ticket, (n) => ({ title: `${n}`, ...wrong }))
// @ts-expect-error -- There is no column "statsu" to write here
factory(Ticket, (n) => ({ title: `${n}` }), { open: wrong })
// @ts-expect-error -- no column "statsu"
factory(Ticket, (n) => ({ title: `${n}` }), { open: { statsu: 'open' } })
const states = { open: wrong }
// @ts-expect-error -- There is no column "statsu" to write here
factory(Ticket, (n) => ({ title: `${n}` }), states)
// @ts-expect-error -- There is no column "statsu" to write here
void tickets.with(wrong)
// @ts-expect-error -- There is no column "statsu" to write here
void tickets.make(wrong)
// @ts-expect-error -- There is no column "statsu" to write here
void tickets.create(wrong)
// @ts-expect-error -- There is no column "statsu" to write here
void tickets.createMany(2, wrong)
// @ts-expect-error -- no column "statsu"
void tickets.create({ statsu: 'open' })

// Lookups and upserts.
// @ts-expect-error -- no column "titel"
void Ticket.firstOrCreate({ titel: 'x' }, { title: 'x' })
// @ts-expect-error -- no column "titel"
void Ticket.updateOrCreate({ titel: 'x' }, { title: 'x' })
void Ticket.upsert([{ title: 'x' }], { by: ['title'], update: ['status'], returning: ['id'] })
// @ts-expect-error -- There is no column "statsu" to write here
void Ticket.upsert([{ title: 'x', ...wrong }], { by: ['title'] })
// @ts-expect-error -- no column "titel"
void Ticket.upsert([{ title: 'x' }], { by: ['titel'] })
// @ts-expect-error -- no column "statsu"
void Ticket.upsert([{ title: 'x' }], { by: ['title'], update: ['statsu'] })
// @ts-expect-error -- a key never changes
void Ticket.upsert([{ title: 'x' }], { by: ['title'], update: ['id'] })
// @ts-expect-error -- the database computes the size
void Ticket.upsert([{ title: 'x' }], { by: ['title'], update: ['size'] })
// @ts-expect-error -- no column "statsu"
void Ticket.upsert([{ title: 'x' }], { by: ['title'], returning: ['statsu'] })
// @ts-expect-error -- no column "titel"
void Card.of(team).upsert([{ title: 'x' }], { by: ['titel'] })
// @ts-expect-error -- no column "statsu"
void Ticket.createMany([{ title: 'x' }], { returning: ['statsu'] })
// @ts-expect-error -- no column "titel"
Ticket.by('titel')

// Sums take columns of numbers, and amounts of their type.
void Ticket.query().increment('priority', -1)
void Ticket.query().increment('views', 1n)
void Ticket.query().increment('price', '1.50')
// @ts-expect-error -- no column "prioritee"
void Ticket.query().increment('prioritee', 1)
// @ts-expect-error -- a title is not a number
void Ticket.query().increment('title', 'x')
// @ts-expect-error -- a moment is not a number
void Ticket.query().increment('due', 1)
// @ts-expect-error -- a key never changes
void Ticket.query().increment('id', 1)
// @ts-expect-error -- the next key is another ticket
void Tagging.query().increment('ticket_id', 1)
// @ts-expect-error -- a record stays with its owner
void Card.of(team).increment('team_id', 1)
// @ts-expect-error -- the database computes the size
void Ticket.query().increment('size', 1)
// @ts-expect-error -- 32 bits are a number
void Ticket.query().increment('priority', 1n)
// @ts-expect-error -- 64 bits are a bigint
void Ticket.query().increment('views', 1)
// @ts-expect-error -- a decimal is text
void Ticket.query().increment('price', 1.5)

// Conditions, orders and chosen columns by name.
// @ts-expect-error -- no column "statsu"
void Ticket.where('statsu', 'open')
// @ts-expect-error -- no column "statsu"
void Ticket.query().orWhere('statsu', 'open')
// @ts-expect-error -- no column "prioritee"
void Ticket.query().whereColumn('prioritee', '<', 'size')
// @ts-expect-error -- no column "siez"
void Ticket.query().whereColumn('priority', '<', 'siez')
// @ts-expect-error -- no column "adress"
void Ticket.query().whereJson('adress', ['city'], 'Oslo')
// @ts-expect-error -- no column "tagz"
void Ticket.query().whereIncludes('tagz', 'news')
// @ts-expect-error -- no column "titel"
void Ticket.query().whereSearch(['titel'], 'x')
// @ts-expect-error -- no column "titel"
void Ticket.query().orderByRelevance({ columns: ['titel'], language: 'english' }, 'x')
// @ts-expect-error -- no column "statsu"
void Ticket.orderBy('statsu')
// @ts-expect-error -- no column "statsu"
void Ticket.query().orderBy('statsu')
// @ts-expect-error -- no column "adress"
void Ticket.query().orderByJson('adress', ['city'])
// @ts-expect-error -- no column "statsu"
void Comment.query().orderByRelated('ticket', 'statsu')
// @ts-expect-error -- no column "txet"
void Ticket.with('comments', (comments) => comments.orderBy('txet'))
// @ts-expect-error -- no column "statsu"
void Ticket.query().select('id', 'statsu')
// @ts-expect-error -- no column "statsu"
void Ticket.query().pluck('statsu')
// @ts-expect-error -- no column "statsu"
void Ticket.query().groupBy('statsu')
// @ts-expect-error -- no column "prioritee"
void Ticket.query().groupBy('status').sum('prioritee')
// @ts-expect-error -- no value "cuont"
void Ticket.query().groupBy('status').count().having('cuont', '>', 1)
// @ts-expect-error -- no value "statsu"
void Ticket.query().groupBy('status').orderBy('statsu')
// @ts-expect-error -- no column "prioritee"
void Ticket.query().sum('prioritee')
// @ts-expect-error -- no column "prioritee"
void Ticket.query().max('prioritee')
// @ts-expect-error -- no column "prioritee"
void Comment.query().withSum('ticket', 'prioritee')
// @ts-expect-error -- no column "prioritee"
void Comment.query().withMax('ticket', 'prioritee')
// @ts-expect-error -- no column "statsu"
void Ticket.query().delete({ returning: ['statsu'] })

// Views, rules and audits.
// @ts-expect-error -- no column "statsu"
view(Ticket, ['id', 'statsu'])
// @ts-expect-error -- no column "statsu"
view(Ticket, ['id']).compute('label', ['statsu'], () => '')
// @ts-expect-error -- no column "titel"
unique(Ticket, 'titel')
// @ts-expect-error -- no column "titel"
exists(Ticket, { column: 'titel' })
// @ts-expect-error -- no column "titel"
audited(Ticket, { without: ['titel'] })

// Declarations of models and relations.
// @ts-expect-error -- no column "titel"
Model('a', { id: c.id(), title: c.text() }, { search: ['titel'] })
// @ts-expect-error -- no column "titel"
Model('a', { id: c.id(), title: c.text() }, { unenforced: ['titel'] })
// @ts-expect-error -- no column "numbr"
Model('a', { order_id: c.integer(), number: c.integer() }, { primaryKey: ['order_id', 'numbr'] })
// @ts-expect-error -- no column "tikcet_id"
hasMany(() => Comment, 'tikcet_id')
// @ts-expect-error -- no column "tikcet_id"
hasOne(() => Comment, 'tikcet_id')
// @ts-expect-error -- no column "titel"
belongsTo(() => Ticket, 'ticket_title', { key: 'titel' })
// @ts-expect-error -- no column "tikcet_id"
manyToMany(() => Label, { through: () => Tagging, local: 'tikcet_id', target: 'label_id' })
// @ts-expect-error -- no column "tikcet_id"
hasManyThrough(() => Comment, { through: () => Ticket, local: 'priority', target: 'tikcet_id' })
