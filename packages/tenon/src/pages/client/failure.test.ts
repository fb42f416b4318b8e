import type { router } from '@inertiajs/core'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { followFailures, toFailure, type Failure } from './failure.ts'

describe('toFailure', () => {
  const document = (data: string, headers = {}) => toFailure({ status: 502, data, headers })

  it('reads the message, the fields and the id of an Error page', () => {
    const props = { message: 'Not good', errors: { title: 'Too long', tags: { 0: 'Empty' } } }

    const failure = toFailure({ status: 422, data: { props }, headers: { 'x-request-id': 'a-1' } })

    assert.deepEqual(failure, {
      status: 422,
      message: 'Not good',
      errors: { title: 'Too long', tags: 'Empty' },
      requestId: 'a-1',
    })
  })

  it('reads the title of a document, and a text as it is', () => {
    assert.equal(document('<title>502 Bad Gateway</title><h1>').message, '502 Bad Gateway')
    assert.equal(document('Service Unavailable\n').message, 'Service Unavailable')
  })

  it('names the status where an answer says nothing', () => {
    assert.equal(document('').message, 'Error 502')
    assert.equal(document('<h1>Sorry').message, 'Error 502')
    assert.equal(toFailure({ status: 500, data: {}, headers: {} }).message, 'Error 500')
  })

  it('does not take a long text for a message', () => {
    assert.equal(document('x'.repeat(10_000)).message.length, 200)
  })
})

describe('followFailures', () => {
  const isInertia = { 'x-inertia': 'true' }
  const answer = (title: string) => ({ status: 503, data: `<title>${title}</title>`, headers: {} })

  it('shows what happens to a submit, and nothing of a request that runs beside it', () => {
    const client = new FakeClient()
    const shown: Failure[] = []
    followFailures(client.router, (failure) => shown.push(failure))

    const submit = client.start({ method: 'post', async: false })
    const deferred = client.start({ method: 'get', async: true })
    const ignored = [deferred.answer(answer('of the reload')), deferred.fail(new Error('gone'))]
    const kept = submit.answer(answer('of the submit'))

    assert.deepEqual(ignored, [false, false])
    assert.equal(kept, true)
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['of the submit'],
    )
  })

  it('shows the first field of a query that is invalid, and leaves the errors to the visit', () => {
    const client = new FakeClient()
    const shown: Failure[] = []
    const told: unknown[] = []
    followFailures(client.router, (failure) => shown.push(failure))
    const onError = (errors: unknown) => void told.push(errors)
    const errors = { category: 'Invalid option', page: 'Too small' }

    client.start({ method: 'get', async: false, onError }).refuse(errors)
    client.start({ method: 'get', async: true, onError }).refuse(errors)
    client.start({ method: 'post', async: false, onError }).refuse(errors)

    assert.deepEqual(
      shown.map(({ status, message }) => [status, message]),
      [[422, 'category: Invalid option']],
    )
    assert.deepEqual(told, [errors, errors, errors])
  })

  it('keeps the page whose deferred props cannot be loaded, and shows nothing over an error that is shown already', () => {
    const client = new FakeClient()
    const shown: Failure[] = []
    followFailures(client.router, (failure) => shown.push(failure))
    const errorPage = { ...answer(''), data: { props: { message: 'Down' } }, headers: isInertia }
    const deferred = { method: 'get', async: true, deferredProps: true }

    const kept = client.start(deferred).answer(errorPage)
    client.isHandled = true
    client.start(deferred).answer(errorPage)

    assert.equal(kept, true)
    assert.deepEqual(
      shown.map(({ message, hasInput }) => [message, hasInput]),
      [['Down', false]],
    )
  })

  it("leaves to a visit's own callback what that handles, and asks it once", () => {
    const client = new FakeClient()
    const shown: Failure[] = []
    const asked: unknown[] = []
    followFailures(client.router, (failure) => shown.push(failure))

    const submit = client.start({
      method: 'post',
      async: false,
      onHttpException: (told: unknown) => {
        asked.push(told)
        return false
      },
    })
    submit.answer(answer('handled'))

    assert.equal(asked.length, 1)
    assert.deepEqual(shown, [])
  })
})

describe('a button that sends nothing', () => {
  const button = { method: 'post', async: false, data: {} }
  const follow = () => {
    const client = new FakeClient()
    const shown: Failure[] = []
    followFailures(client.router, (failure) => shown.push(failure))
    return { client, shown }
  }

  it('shows an error about the whole input, which no form shows', () => {
    const { client, shown } = follow()
    const form = { ...button, data: { title: '' } }

    client.start(button).refuse({ _: 'The note is locked' })
    client.start(button).refuse({ title: 'Too long' })
    client.start(form).refuse({ _: 'Beside the form' })

    const told = { status: 422, message: 'The note is locked', errors: {}, requestId: undefined }
    assert.deepEqual(shown, [{ ...told, hasInput: false }])
  })

  it('has no input to keep, unlike a form and a page that is left', () => {
    const { client, shown } = follow()
    const file = new FormData()
    file.set('title', '')
    const visits = [
      button,
      { ...button, data: new FormData() },
      { ...button, data: { title: '' } },
      { ...button, data: file },
      { ...button, method: 'get' },
    ]

    for (const visit of visits) client.start(visit).fail(new Error('gone'))

    assert.deepEqual(
      shown.map(({ hasInput }) => hasInput),
      [false, false, true, true, true],
    )
  })
})

type Listener = (event: object) => void

/** Calls listeners in the order of the client: a visit's own callback first, which may end it by `false`. */
class FakeClient {
  readonly #listeners = new Map<string, Listener>()
  #visits = 0
  /** Whether another listener has prevented the next events. */
  isHandled = false

  // Sound: `followFailures` only calls `on`.
  readonly router = {
    on: (name: string, listener: Listener) => this.#listeners.set(name, listener),
  } as unknown as typeof router

  start(options: object) {
    const nothing = (_told: object): unknown => undefined
    const id = String((this.#visits += 1))
    const visit = {
      id,
      prefetch: false,
      data: {},
      onHttpException: nothing,
      onNetworkError: nothing,
      onError: nothing,
      ...options,
    }
    this.#tell('start', { visit })
    return {
      answer: (response: object) =>
        visit.onHttpException(response) !== false && this.#tell('httpException', { response }),
      fail: (error: Error) =>
        visit.onNetworkError(error) !== false && this.#tell('networkError', { error }),
      refuse: (errors: object) => {
        this.#tell('error', { errors, visitId: id })
        visit.onError(errors)
      },
    }
  }

  /** Whether a listener has prevented what the client does by itself. */
  #tell(name: string, detail: object): boolean {
    let isPrevented = false
    this.#listeners.get(name)?.({
      detail,
      defaultPrevented: this.isHandled,
      preventDefault: () => (isPrevented = true),
    })
    return isPrevented
  }
}
