export { deprecated } from './web/routing/lifecycle/deprecated.ts'
export { type Deprecation } from './web/routing/lifecycle/deprecation.ts'
export { header, type HeaderBinding } from './web/binding/header.ts'
