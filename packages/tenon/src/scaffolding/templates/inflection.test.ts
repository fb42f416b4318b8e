import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toPlural, toSingular } from './inflection.ts'

const pairs = [
  ['post', 'posts'],
  ['category', 'categories'],
  ['day', 'days'],
  ['address', 'addresses'],
  ['status', 'statuses'],
  ['box', 'boxes'],
  ['branch', 'branches'],
  ['person', 'people'],
  ['house', 'houses'],
  ['invoice', 'invoices'],
  ['staff', 'staff'],
  ['quiz', 'quizzes'],
  ['hero', 'heroes'],
  ['photo', 'photos'],
  ['knife', 'knives'],
  ['roof', 'roofs'],
  ['diagnosis', 'diagnoses'],
  ['zombie', 'zombies'],
  ['niche', 'niches'],
  ['census', 'censuses'],
  ['canvas', 'canvases'],
  ['cause', 'causes'],
  ['waltz', 'waltzes'],
  ['prize', 'prizes'],
] as const

describe('toPlural and toSingular', () => {
  it('are the opposite of each other', () => {
    assert.deepEqual(
      pairs.map(([singular]) => toPlural(singular)),
      pairs.map(([, plural]) => plural),
    )
    assert.deepEqual(
      pairs.map(([, plural]) => toSingular(plural)),
      pairs.map(([singular]) => singular),
    )
  })
})

describe('toSingular', () => {
  it('leaves the singular as it is', () => {
    assert.deepEqual(
      pairs.map(([singular]) => toSingular(singular)),
      pairs.map(([singular]) => singular),
    )
    assert.equal(toSingular('analysis'), 'analysis')
  })
})
