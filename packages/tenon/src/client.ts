export { route } from './client/route.ts'
export { action, type Action, type RouteFields } from './client/action.ts'
export { bootstrap, type ClientOptions, type PageClient } from './client/bootstrap.ts'
