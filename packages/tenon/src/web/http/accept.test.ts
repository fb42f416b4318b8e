import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import Negotiator from 'negotiator'
import { createRequest } from '../../../test/support/create-request.ts'
import { toWanted } from './accept.ts'

/** Whether HTML and JSON are listed with the same weight. */
function isTie(accept: string): boolean {
  const [html, json] = ['text/html', 'application/json'].map((type) =>
    new RegExp(`${type}(?![\\w-])(; ?q=[0-9.]+)?`).exec(accept),
  )
  const [htmlWeight, jsonWeight] = [html?.[1] ?? '', json?.[1] ?? '']
  return html != null && json != null && htmlWeight.trim() === jsonWeight.trim()
}

const wanted = (headers: Record<string, string>) => toWanted(createRequest({ headers }))

describe('toWanted', () => {
  it('follows Accept, and is HTML if neither type is preferred', () => {
    assert.equal(wanted({ accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }), 'html')
    assert.equal(wanted({ accept: 'application/json, text/plain, */*' }), 'json')
    assert.equal(wanted({ accept: 'text/html;q=0.1, application/json' }), 'json')
    assert.equal(wanted({ accept: 'image/png' }), 'html')
  })

  it('is HTML for a client that accepts both without a preference, in either order', () => {
    assert.equal(wanted({ accept: 'application/json, text/html' }), 'html')
    assert.equal(wanted({ accept: 'application/json;q=0.5, text/html;q=0.5, */*' }), 'html')
    assert.equal(wanted({ accept: 'application/json, text/html;q=0.9' }), 'json')
  })

  it('agrees with the negotiation of RFC 9110 for every list of up to three ranges', () => {
    const ranges = ['text/html', 'application/json', '*/*', 'text/*', 'image/png', 'text/html-x']
    const weighted = ranges.flatMap((range) => [range, `${range};q=0.5`, `${range}; q=0`])
    const lists = weighted.flatMap((one) => [
      one,
      ...weighted.flatMap((two) => [`${one}, ${two}`, `${one},${two},application/json;q=0.7`]),
    ])

    const different = lists
      // Skips lists without a preference, where the content type decides, and types listed twice,
      // whose weight is undefined.
      .filter(
        (accept) => accept !== '*/*' && !/(text\/html|n\/json)\b(?!-).*\1\b(?!-)/.test(accept),
      )
      .filter((accept) => {
        const negotiator = new Negotiator({ headers: { accept } })
        const isJson =
          negotiator.mediaType(['text/html', 'application/json']) === 'application/json'
        return wanted({ accept }) !== (isJson && !isTie(accept) ? 'json' : 'html')
      })

    assert.deepEqual(different, [])
  })

  it('is JSON for a client that sends JSON and states no preference', () => {
    for (const type of [
      'application/json',
      'Application/JSON; charset=utf-8',
      'application/a+json',
    ]) {
      assert.equal(wanted({ 'content-type': type }), 'json', type)
      assert.equal(wanted({ 'content-type': type, accept: '*/*' }), 'json', type)
      assert.equal(wanted({ 'content-type': type, accept: 'text/html' }), 'html', type)
    }
    for (const type of ['application/jsonp', 'text/plain; a=application/json', 'text/plain']) {
      assert.equal(wanted({ 'content-type': type }), 'html', type)
    }
  })

  it('does not read a list of thousands of types to its end', () => {
    const long = `${'image/png;q=0.1,'.repeat(900)}application/json`

    assert.equal(wanted({ accept: long }), 'html')
    assert.equal(wanted({ accept: `application/json,${long}` }), 'json')
    assert.equal(wanted({ accept: 'x'.repeat(15_000) }), 'html')
  })

  it('is a page for a page client, whatever it accepts', () => {
    assert.equal(wanted({ 'x-inertia': 'true', accept: 'application/json' }), 'page')
  })
})
