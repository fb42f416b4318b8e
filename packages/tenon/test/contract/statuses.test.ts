import assert from 'node:assert/strict'
import { it } from 'node:test'
import { statuses } from '../../fixtures/api/statuses.ts'
import { runApi } from './start-api.ts'

it('the typed client knows the statuses of the document, and 500', async () => {
  const { paths } = JSON.parse(await runApi(['openapi']))

  const operations = Object.values<object>(paths).flatMap((path) => Object.values(path))
  const documented = operations.map(({ operationId, responses }) => [
    operationId,
    { ...mapToTrue(responses), 500: true },
  ])
  assert.deepEqual(statuses, Object.fromEntries(documented))
})

function mapToTrue(responses: object): object {
  return Object.fromEntries(Object.keys(responses).map((status) => [status, true]))
}
