import { transaction } from '../../src/data/database/current-database.ts'
import { Comment, Label, Note, Project, Team, Ticket } from './models.ts'

/** Numbers that only depend on a seed. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed * 2_654_435_769 + 1
  }

  /** A whole number below a limit. */
  below(limit: number): number {
    this.#state = (Math.imul(this.#state ^ (this.#state >>> 15), 2_246_822_519) + 3_266_489_917) | 0
    return ((this.#state ^ (this.#state >>> 13)) >>> 0) % limit
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0]
  }

  /** A key, often of a row that exists. */
  key(): number {
    return 1 + this.below(4)
  }
}

type Read = () => unknown

/** A read whose keys are chosen once, so that it can be repeated. */
export function randomRead(dice: Dice): Read {
  const [a, b, limit] = [dice.key(), dice.key(), 1 + dice.below(3)]
  const status = dice.pick(['open', 'closed'] as const)
  return dice.pick<Read>([
    () => Ticket.find(a),
    () => Ticket.where({ team_id: a }).orderByKey().all(),
    () => Ticket.where({ status }).count(),
    () => Ticket.where({ team_id: a, status }).orderByKey().pluck('id'),
    () => Ticket.where('team_id', 'in', [a, b]).orderByKey().all(),
    () => Ticket.where('points', '>', b).orderByKey().limit(limit).all(),
    () => Ticket.where({ points: null }).exists(),
    () => Ticket.where({ team_id: a }).orWhere({ id: b }).sum('points'),
    () => Ticket.query().withCount('comments').orderByKey().all(),
    () => Ticket.where({ team_id: a }).with('comments').orderByKey().all(),
    () => Ticket.query().with('labels').orderByKey().all(),
    () => Ticket.query().with('team').orderByKey().limit(limit).all(),
    () =>
      Ticket.query()
        .whereHas('comments', (each) => each.where({ author_id: a }))
        .count(),
    () => Ticket.query().whereHasNone('labels').orderByKey().pluck('id'),
    () => Ticket.where({ team_id: a }).withCount('comments').paginate({ perPage: limit }),
    () => Ticket.where({ team_id: a }).withCount('labels').orderByKey().all(),
    () => Ticket.query().withCount('comments').orderBy('comments_count').limit(limit).pluck('id'),
    () => Team.where({ id: a }).withSum('tickets', 'points').withMax('tickets', 'title').all(),
    () => Ticket.where({ team_id: a }).withMax('labels', 'name').orderByKey().all(),
    () =>
      Ticket.query()
        .withExists('comments', (each) => each.whereHas('ticket', (of) => of.where({ status })))
        .orderByKey()
        .limit(limit)
        .all(),
    () =>
      Ticket.query()
        .whereHas('labels', (each) => each.where({ id: b }))
        .orderByKey()
        .pluck('id'),
    () =>
      Ticket.where({ team_id: a })
        .withCount('labels', (each) => each.where('id', 'in', [a, b]))
        .all(),
    () =>
      Ticket.query()
        .whereHasNone('labels', (each) => each.where({ id: a }))
        .count(),
    () => Ticket.where({ id: a }).whereHas('comments').count(),
    () => Ticket.where({ id: a }).whereHas('labels').orWhere({ id: b }).orderByKey().pluck('id'),
    () =>
      Ticket.where({ id: a })
        .whereHasNone('labels', (each) => each.where({ name: '5' }))
        .all(),
    () =>
      Comment.where({ ticket_id: a })
        .whereHas('ticket', (of) => of.where({ status }))
        .count(),
    () =>
      Comment.where({ author_id: null })
        .whereHasNone('ticket', (of) => of.where({ status }))
        .count(),
    () => Comment.where('ticket_id', 'not in', Ticket.where({ team_id: a }).select('id')).count(),
    () =>
      Team.where({ id: a })
        .whereHas('tickets', (each) => each.where({ status }).whereHas('comments'))
        .orWhere({ id: b })
        .orderByKey()
        .all(),
    () =>
      Team.where({ id: a })
        .withCount('tickets', (each) => each.whereHas('labels'))
        .with('tickets', (each) => each.withCount('comments').orderByKey())
        .all(),
    () => Ticket.query().groupBy('status').count().orderBy('status').all(),
    () => Ticket.query().paginate({ page: limit, perPage: 2 }),
    () => Ticket.orderBy('title').cursorPaginate({ perPage: limit }),
    () => Comment.where({ ticket_id: a }).orderByKey().all(),
    () => Comment.where({ author_id: a }).count(),
    () => Comment.query().orderByRelated('ticket', 'title').orderByKey().limit(limit).all(),
    () => Comment.where({ ticket_id: a }).where({ ticket_id: b }).all(),
    async () => (await Ticket.find(a))?.load(Ticket.comments),
    async () => (await Comment.find(a))?.load(Comment.ticket),
    async () => (await Ticket.find(a))?.load(Ticket.labels),
    async () => {
      const team = await Team.find(a)
      return team && Note.of(team).orderByKey().all()
    },
    async () => {
      const team = await Team.find(a)
      return team && Project.of(team).find(b)
    },
    () => Label.all(),
    () => Team.count(),
  ])
}

/** A write; what does not work, such as a key that does not exist, changes nothing. */
export function randomWrite(dice: Dice): () => Promise<unknown> {
  const [a, b, n] = [dice.key(), dice.key(), dice.below(10)]
  const status = dice.pick(['open', 'closed'] as const)
  const text = String(n)
  return dice.pick<() => Promise<unknown>>([
    () => Team.create({ name: text }),
    () => Ticket.create({ team_id: a, title: text, status }),
    () => Comment.create({ ticket_id: a, author_id: b, body: text }),
    () => Comment.createMany([{ ticket_id: a }, { ticket_id: b, author_id: a }]),
    () => Label.create({ name: text }),
    async () => {
      const team = await Team.findOrFail(a)
      const project = await Project.of(team).create({ name: text })
      return Note.of(team).create({ project_id: project.id, body: text })
    },
    () => Ticket.update(a, { title: text }),
    () => Ticket.update(a, { status, points: n }),
    () => Ticket.update(a, { team_id: b }),
    () => Comment.update(a, { body: text }),
    () => Comment.update(a, { ticket_id: b }),
    async () => {
      const [one, other] = [await Comment.findOrFail(a), await Comment.findOrFail(a)]
      await one.update({ ticket_id: b })
      return other.update({ body: text })
    },
    async () => (await Ticket.findOrFail(a)).attach(Ticket.labels, [b]),
    async () => (await Ticket.findOrFail(a)).detach(Ticket.labels, [b]),
    async () => (await Ticket.findOrFail(a)).sync(Ticket.labels, [b]),
    () => Ticket.where({ team_id: a }).update({ status }),
    () => Ticket.where({ status }).increment('points', 1),
    () => Comment.where({ ticket_id: a }).update({ ticket_id: b }),
    () => Comment.where({ ticket_id: a }).delete(),
    () => Comment.upsert([{ id: a, ticket_id: b, body: text }], { by: ['id'] }),
    () => Comment.delete(a),
    () => Ticket.delete(a),
    () => Label.delete(a),
    () => Team.delete(a),
  ])
}

/** Some writes, alone or in a transaction with savepoints, of which some are rolled back. */
export async function writeAtRandom(dice: Dice): Promise<void> {
  const one = (): Promise<unknown> => randomWrite(dice)()
  const within = async (): Promise<void> => {
    await one()
    if (dice.below(2) === 0) await transaction(() => maybeUndone(dice, one)).catch(ignore)
    await one()
  }
  const isAlone = dice.below(2) === 0
  await (isAlone ? one() : transaction(() => maybeUndone(dice, within))).catch(ignore)
}

async function maybeUndone(dice: Dice, body: () => Promise<unknown>): Promise<void> {
  await body()
  if (dice.below(3) === 0) throw new Error('Undone')
}

function ignore(): void {
  // A refused write changes nothing, and neither does one that was undone.
}
