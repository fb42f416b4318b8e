import { policy } from 'tenon/auth'
import { member } from '../member.ts'
import { Incident } from '../models/incident.ts'

/** Any member who notices that something does not work may say so. */
export const IncidentPolicy = policy({ user: member }, Incident, {
  viewAny: () => true,
  create: () => true,
  update: () => true,
})
