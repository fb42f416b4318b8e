export { log, type ApplicationLog } from './base/log/application-log.ts'
export { type LogFields } from './base/log/log.ts'
