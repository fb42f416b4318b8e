import { policy } from 'tenon/auth'
import { isAtLeast } from '../../resources/components/teams/roles.ts'
import { member } from '../member.ts'
import { Label } from '../models/label.ts'

/** What members may do with the labels of their team. */
export const LabelPolicy = policy({ user: member }, Label, {
  viewAny: () => true,
  create: ({ role }) => isAtLeast(role, 'admin'),
  delete: ({ role }) => isAtLeast(role, 'admin'),
})
