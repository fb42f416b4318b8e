export { deprecated, type Deprecation } from './web/routing/lifecycle/deprecated.ts'
export { header, type HeaderBinding } from './web/binding/header.ts'
