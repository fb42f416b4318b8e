import { defineConfig } from '@adonisjs/lucid'

export default defineConfig({
  connection: 'sqlite',
  connections: {
    sqlite: {
      client: 'better-sqlite3',
      connection: { filename: process.env['DATABASE_FILE'] ?? '' },
      useNullAsDefault: true,
    },
  },
})
