import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { completePage, includes, joinPositions, type LivePage, withTickets } from './live-props.ts'

function toPage(props: object, position?: string, url = '/todos'): LivePage {
  const liveProps = position && { todos: { ticket: `ticket at ${position}`, watch: 'w', position } }
  // Sound: what is missing is not looked at.
  return { component: 'Todos', url, props, ...(liveProps && { liveProps }) } as unknown as LivePage
}

describe('includes', () => {
  it('compares the numbers of each process that a change names', () => {
    assert.ok(includes('a:3,b:7', 'b:7'))
    assert.ok(includes('a:3,b:7', 'a:2'))
    assert.ok(!includes('a:3,b:7', 'b:8'))
    assert.ok(!includes('a:3,b:7', 'a:3,b:8'))
  })

  it('takes a process that it does not know for news', () => {
    assert.ok(!includes('a:3', 'c:1'))
    assert.ok(!includes('a:3', 'nonsense'))
  })
})

describe('joinPositions', () => {
  it('includes both, and names each process once', () => {
    const joined = joinPositions('a:3,b:7', 'b:9,c:1')

    assert.equal(joined, 'a:3,b:9,c:1')
    assert.ok(includes(joined, 'a:3,b:7') && includes(joined, 'b:9,c:1'))
    assert.equal(joinPositions('b:9', 'b:7'), 'b:9')
  })
})

describe('withTickets', () => {
  it('keeps those of the page of which another is a part, and no others', () => {
    const page = toPage({ todos: [1] }, 'a:1')

    const complete = withTickets(page, toPage({ todos: [1], other: 2 }))
    const later = withTickets(page, toPage({ todos: [2] }, 'a:2'))
    const elsewhere = withTickets(page, toPage({}, undefined, '/elsewhere'))

    assert.equal(complete.liveProps?.['todos']?.position, 'a:1')
    assert.equal(later.liveProps?.['todos']?.position, 'a:2')
    assert.equal(elsewhere.liveProps, undefined)
  })
})

describe('completePage', () => {
  it('keeps the tickets of props that a partial answer does not have', () => {
    const next = toPage({ todos: [1], other: 2 })

    completePage(next, toPage({ todos: [1] }, 'a:1'))

    assert.equal(next.liveProps?.['todos']?.ticket, 'ticket at a:1')
  })

  it('drops an answer that is older than what is shown', () => {
    const next = toPage({ todos: ['old'] }, 'a:1')

    completePage(next, toPage({ todos: ['new'] }, 'a:2'))

    assert.deepEqual(next.props, { todos: ['new'] })
    assert.equal(next.liveProps?.['todos']?.position, 'a:2')
  })

  it('shows an older answer of another address, and one that cannot be compared', () => {
    const filtered = toPage({ todos: ['old'] }, 'a:1', '/todos?done=1')
    const elsewhere = toPage({ todos: ['old'] }, 'b:1')

    completePage(filtered, toPage({ todos: ['new'] }, 'a:2'))
    completePage(elsewhere, toPage({ todos: ['new'] }, 'a:2'))

    assert.deepEqual(filtered.props, { todos: ['old'] })
    assert.deepEqual(elsewhere.props, { todos: ['old'] })
  })

  it('keeps nothing of another page', () => {
    const next = toPage({}, undefined, '/elsewhere')

    completePage(next, toPage({ todos: [1] }, 'a:1'))

    assert.equal(next.liveProps, undefined)
  })
})
