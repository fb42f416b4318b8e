import { it } from 'node:test'
import { route } from 'tenon'
import { testApp } from 'tenon/testing'

it('the first route answers', async () => {
  await using app = await testApp()

  const response = await app.as('json').get(route('home'))

  response.assertStatus(200)
})
