import { testApp, type TestApp } from 'tenon/testing'

const databaseUrl = process.env['TEST_DATABASE_URL']

/** The application on `TEST_DATABASE_URL`, or on a database in memory if it is not set. */
export async function openApp(): Promise<TestApp> {
  return databaseUrl === undefined ? testApp() : testApp({ databaseUrl, database: 'rollback' })
}
