export { testApp, type TestApp, type TestAppOptions } from './testing/test-app.ts'
export { TestClient, type ClientKind, type SendOptions } from './testing/test-client.ts'
export { TestResponse, type PageObject } from './testing/test-response.ts'
