export { open, seal, sign, verify, type SealOptions } from './base/keys/keys.ts'
export { requestSignature, routeSignature, type UrlSignature } from './web/routing/signed-url.ts'
