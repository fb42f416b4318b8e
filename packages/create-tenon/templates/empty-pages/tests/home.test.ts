import { it } from 'node:test'
import { route } from 'tenon'
import { testApp } from 'tenon/testing'

it('the first page is shown', async () => {
  await using app = await testApp()

  const response = await app.get(route('home'))

  response.assertStatus(200).assertPage('Home')
})
