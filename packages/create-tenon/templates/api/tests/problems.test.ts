import { it } from 'node:test'
import { testApp } from 'tenon/testing'

it('answers errors as JSON, also to clients that accept anything', async () => {
  await using app = await testApp()

  const response = await app.get('/nowhere', { headers: { accept: '*/*' } })

  response.assertStatus(404).assertHeader('content-type', 'application/problem+json')
  response.assertJson({ title: 'Not Found', status: 404 })
})
