export { testApp, type TestApp, type TestAppOptions } from './application/testing/test-app.ts'
export { type ContractOptions } from './application/testing/contract/check-contract.ts'
export { type ContractRequest } from './application/testing/contract/contract-cases.ts'
export {
  TestClient,
  type ClientKind,
  type ClientOptions,
  type SendOptions,
} from './application/testing/test-client.ts'
export type { RunJobsOptions, TestJobs, TypedJob } from './application/testing/test-jobs.ts'
export type { JobOutcome } from './services/jobs/running-jobs.ts'
export type { RecordedJob } from './services/jobs/dispatch.ts'
export { TestEvents } from './application/testing/test-events.ts'
export { TestMails, type TestMail } from './application/testing/test-mails.ts'
export { TestResponse, type PageObject } from './application/testing/test-response.ts'
export { assertScope, type ScopedPolicy } from './application/testing/assert-scope.ts'
