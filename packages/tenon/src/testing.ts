export { testApp, type TestApp, type TestAppOptions } from './tooling/testing/test-app.ts'
export { serveApp, type ServeAppOptions, type ServedApp } from './tooling/testing/serve-app.ts'
export { type ContractOptions } from './tooling/testing/contract/check-contract.ts'
export { type ContractRequest } from './tooling/testing/contract/contract-cases.ts'
export {
  TestClient,
  type ClientKind,
  type ClientOptions,
  type SendOptions,
} from './tooling/testing/test-client.ts'
export type { RunJobsOptions, TestJobs, TypedJob } from './tooling/testing/test-jobs.ts'
export type { JobOutcome } from './work/jobs/running-jobs.ts'
export type { RecordedJob } from './work/jobs/dispatch.ts'
export { TestEvents, type EmittedEvent } from './tooling/testing/test-events.ts'
export { TestMails, type TestMail } from './tooling/testing/test-mails.ts'
export type { LiveTestPage } from './tooling/testing/live-test-page.ts'
export { TestResponse, type PageObject } from './tooling/testing/test-response.ts'
export { assertScope, type ScopedPolicy } from './tooling/testing/assert-scope.ts'
export { overflowingTexts, untranslatedTexts } from './tooling/testing/page-texts.ts'
