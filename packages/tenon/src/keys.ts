export { open, seal, sign, verify, type SealOptions } from './base/keys/current-keys.ts'
