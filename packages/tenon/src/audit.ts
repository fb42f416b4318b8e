export { actAs, actor } from './base/log/current-actor.ts'
export type { Actor } from './base/log/actors.ts'
export {
  audited,
  type Audit,
  type AuditEntry,
  type AuditOptions,
  type AuditPage,
} from './data/models/audits/audited.ts'
export type { AuditActor } from './data/models/audits/audit-entries.ts'
