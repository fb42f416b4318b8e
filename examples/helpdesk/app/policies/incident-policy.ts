import { policy } from 'tenon/auth'
import { member } from '../member.ts'
import { Incident } from '../models/incident.ts'

/** Whoever notices that something does not work says so. */
export const IncidentPolicy = policy({ user: member }, Incident, {
  viewAny: () => true,
  create: () => true,
  update: () => true,
})
