import { defineConfig, drivers } from '@adonisjs/core/encryption'
import { appKey } from './app.ts'

export default defineConfig({
  default: 'main',
  list: { main: drivers.chacha20({ id: 'main', keys: [appKey] }) },
})
