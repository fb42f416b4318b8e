import { policy } from 'tenon/auth'
import { member } from '../member.ts'
import { Incident } from '../models/incident.ts'

/** Every member may report and end incidents. */
export const IncidentPolicy = policy({ user: member }, Incident, {
  viewAny: () => true,
  create: () => true,
  update: () => true,
})
