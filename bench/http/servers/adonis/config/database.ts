import { defineConfig } from '@adonisjs/lucid'
import { databaseUrl, POOL_SIZE } from '../../postgres/settings.ts'

export default defineConfig({
  connection: databaseUrl === '' ? 'sqlite' : 'postgres',
  connections: {
    sqlite: {
      client: 'better-sqlite3',
      connection: { filename: process.env['DATABASE_FILE'] ?? '' },
      useNullAsDefault: true,
    },
    postgres: {
      client: 'pg',
      connection: { connectionString: databaseUrl },
      pool: { min: 0, max: POOL_SIZE },
    },
  },
})
