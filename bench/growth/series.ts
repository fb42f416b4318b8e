import assert from 'node:assert/strict'
import { toRequest, type Answer } from '../http/scenarios.ts'

/** One quantity that grows, and the request for every server at each of its values. */
export interface Series {
  readonly id: 'routes' | 'body' | 'records' | 'connections'
  readonly title: string
  /** The unit of the values, as shown on the axis of the plot. */
  readonly unit: string
  readonly values: readonly number[]
  /** The number of routes of the server. */
  routes(value: number): number
  connections(value: number): number
  request(value: number): Buffer
  /** Throws if a response is not the expected one. */
  verify(answer: Answer, value: number): void
}

const fewRoutes = () => 10
const usualConnections = () => 32

export const allSeries: readonly Series[] = [
  {
    id: 'routes',
    title: 'Routes',
    unit: 'routes',
    values: [10, 100, 1_000, 10_000],
    routes: (value) => value,
    connections: usualConnections,
    request: (value) => toRequest('GET', `/resource${toMiddle(value)}/42`),
    verify(answer, value) {
      assert.deepEqual(JSON.parse(answer.body), { resource: toMiddle(value), id: '42' })
    },
  },
  {
    id: 'body',
    title: 'Body of a request',
    unit: 'bytes of JSON',
    values: [100, 1_000, 10_000, 100_000, 1_000_000],
    routes: fewRoutes,
    connections: usualConnections,
    request: toBodyRequest,
    verify(answer, value) {
      assert.deepEqual(JSON.parse(answer.body), { length: value - bodyFrame.length })
    },
  },
  {
    id: 'records',
    title: 'Records of an answer',
    unit: 'records',
    values: [20, 50, 200, 500, 2_000],
    routes: fewRoutes,
    connections: usualConnections,
    request: (value) => toRequest('GET', `/todos/${value}`),
    verify(answer, value) {
      const todos: readonly object[] = JSON.parse(answer.body).todos
      assert.equal(todos.length, value)
      assert.deepEqual(todos.at(-1), {
        id: value,
        title: `Write chapter ${value} of the book`,
        completed: false,
        created_at: '2026-11-01T09:30:00.123Z',
      })
    },
  },
  {
    id: 'connections',
    title: 'Connections',
    unit: 'connections, all busy',
    values: [1, 10, 100, 1_000],
    routes: fewRoutes,
    connections: (value) => value,
    request: () => toRequest('GET', '/ping'),
    verify: (answer) => assert.equal(answer.body, 'pong'),
  },
]

function toMiddle(routeCount: number): number {
  return routeCount / 10 - Math.ceil(routeCount / 20)
}

const bodyFrame = '{"text":""}'

function toBodyRequest(bytes: number): Buffer {
  const body = JSON.stringify({ text: 'x'.repeat(bytes - bodyFrame.length) })
  const type = { 'content-type': 'application/json', 'content-length': String(bytes) }
  return toRequest('POST', '/text', type, body)
}
