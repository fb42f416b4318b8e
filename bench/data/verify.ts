import assert from 'node:assert/strict'
import { AUTHORS, BODY, type Contender, newEvents, POSTS } from './contender.ts'

/** Checks every operation of a contender on the new database, before its time counts. */
export async function assertAnswers(contender: Contender): Promise<void> {
  const ids = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)

  const { id, title, body, views } = plain(await contender.find(7))
  assert.deepEqual({ id, title, body, views }, { id: 7, title: 'A title', body: BODY, views: 7 })
  assert.deepEqual(pluck(await contender.list(500), 'id'), ids(501, 50))
  assert.equal(plain(await contender.insert())['id'], POSTS + 1)
  await contender.update(9, 9)
  assert.equal(plain(await contender.find(9))['views'], 9)
  const withAuthors = plainList(await contender.withRelation())
  assert.equal(withAuthors.length, 20)
  assert.partialDeepStrictEqual(withAuthors[0], { id: 1, author: { id: 2, name: 'Author 2' } })

  const grouped = plainList(await contender.aggregate())
  const sums = grouped.map(({ author_id, posts, views }) => [author_id, posts, views].map(Number))
  assert.deepEqual(
    sums.toSorted(([one = 0], [other = 0]) => one - other),
    expectedSums(),
  )
  const chosen = plainList(await contender.select(500))
  assert.deepEqual(chosen[0], { id: 501, title: 'A title', views: 501 })
  assert.equal(chosen.length, 50)
  assert.deepEqual(
    pluck(await contender.tagged(3), 'id'),
    ids(1, POSTS)
      .filter((n) => n % 20 === 1 || n % 20 === 2)
      .slice(0, 20),
  )
  await contender.bulkInsert(newEvents())
}

/** The expected counts and sums for the posts from 1 to 1000. Each post has its key as views. */
function expectedSums(): number[][] {
  return Array.from({ length: AUTHORS }, (_, i) => {
    const keys = Array.from({ length: POSTS }, (_, n) => n + 1).filter(
      (n) => 1 + (n % AUTHORS) === i + 1,
    )
    return [i + 1, keys.length, keys.reduce((sum, n) => sum + n, 0)]
  })
}

type Plain = Readonly<Record<string, unknown>>

/** What a client would get as JSON. */
function plain(value: unknown): Plain {
  return JSON.parse(JSON.stringify(value)) as Plain
}

function plainList(value: unknown): readonly Plain[] {
  return JSON.parse(JSON.stringify(value)) as readonly Plain[]
}

function pluck(value: unknown, name: string): unknown[] {
  return plainList(value).map((each) => each[name])
}
