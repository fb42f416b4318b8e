import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { c } from '../../../data/columns/columns.ts'
import { Model } from '../../../data/models/model.ts'
import { belongsToAny, hasMany } from '../../../data/relations/relation.ts'
import { list } from '../../../web/binding/answers/shape.ts'
import { handler } from '../../../web/binding/handler.ts'
import type { Stated } from '../../../web/binding/answers/answer.ts'
import { get } from '../../../web/routing/route.ts'
import { routes } from '../../../web/routing/route-list.ts'
import { toAnswerPlaces } from './answer-places.ts'

function placesOf(stated: Stated) {
  const [route] = routes([get('/', handler({}).answers(stated).run(never))]).routes
  assert.ok(route !== undefined)
  return toAnswerPlaces(route)
}

function never(): never {
  throw new Error('It is not called.')
}

describe('where answers have dates and big integers', () => {
  it('is stated by the server, not by the form of text', () => {
    const Fields = z.object({ at: z.date(), sent: z.iso.datetime(), copies: z.bigint() })

    const { places } = placesOf({ 200: list(Fields), 404: z.object({ message: z.string() }) })

    assert.deepEqual(places, {
      200: { items: { fields: { at: 'Date', copies: 'bigint' } } },
    })
  })

  it('names a part that contains itself', () => {
    const Reply = z.object({
      at: z.date(),
      get replies() {
        return z.array(Reply)
      },
    })

    const { places, problems } = placesOf(Reply)

    assert.deepEqual(problems, [])
    const inner = { items: { fields: { at: 'Date', replies: '#2' } } }
    assert.deepEqual(places, { 200: { fields: { at: 'Date', replies: '#2' } }, '#2': inner })
  })

  it('is one place for kinds of objects of which none contradicts another', () => {
    const { places } = placesOf(
      z.union([z.object({ at: z.date() }), z.object({ at: z.date(), note: z.string() })]),
    )

    assert.deepEqual(places, { 200: { fields: { at: 'Date' } } })
  })

  it('is found in fields with the names of what objects inherit', () => {
    const { places, problems } = placesOf(
      z.union([
        z.object({ constructor: z.literal('a'), at: z.date() }),
        z.object({ kind: z.literal('b'), at: z.date(), toString: z.date() }),
      ]),
    )
    const apart = placesOf(
      z.union([
        z.object({ constructor: z.literal('a'), at: z.date() }),
        z.object({ kind: z.literal('b'), at: z.string() }),
      ]),
    )

    assert.deepEqual(problems, [])
    assert.deepEqual(places, { 200: { fields: { at: 'Date', toString: 'Date' } } })
    assert.equal(apart.problems.length, 1)
  })

  it('is a choice by constants where kinds of objects contradict each other', () => {
    const { places, problems } = placesOf(
      z.union([
        z.object({ kind: z.literal('made'), at: z.date() }),
        z.object({ kind: z.enum(['seen', 'lost']), at: z.string() }),
      ]),
    )

    assert.deepEqual(problems, [])
    assert.deepEqual(places, {
      200: [
        { fields: { at: 'Date' }, if: { kind: ['made'] } },
        { fields: {}, if: { kind: ['seen', 'lost'] } },
      ],
    })
  })

  it('stays text in kinds without constants, which is reported', () => {
    const { places, problems } = placesOf(
      z.union([z.object({ at: z.date() }), z.object({ at: z.string(), note: z.string() })]),
    )

    assert.deepEqual(places, {})
    assert.match(problems.join(), /nothing tells a date or a big integer from text\. It stays text/)
  })

  it('has no date that may be other text', () => {
    const { places } = placesOf(z.object({ at: z.union([z.date(), z.string()]), any: z.any() }))

    assert.deepEqual(places, {})
  })

  it('is in what is computed for a record of any of several models', () => {
    const { places, problems } = placesOf(
      Comment.with('subject', (subjects) => subjects.withMax('comments', 'written_at')),
    )

    assert.deepEqual(problems, [])
    const subject = { fields: { comments_written_at_max: 'Date' } }
    assert.deepEqual(places, { 200: { fields: { written_at: 'Date', subject } } })
  })
})

class Article extends Model('articles', { id: c.id() }) {
  static comments = hasMany(() => Comment, 'subject_id', { type: 'subject_type' })
}

class Video extends Model('videos', { id: c.id() }) {
  static comments = hasMany(() => Comment, 'subject_id', { type: 'subject_type' })
}

class Comment extends Model('comments', {
  id: c.id(),
  subject_type: c.text(),
  subject_id: c.integer(),
  written_at: c.timestamp(),
}) {
  static subject = belongsToAny(() => [Article, Video], 'subject_id', { type: 'subject_type' })
}
