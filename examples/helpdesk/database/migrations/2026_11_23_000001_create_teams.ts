import { c, createIndex, createTable, migration } from 'tenon/migrations'

export default migration([
  createTable('teams', {
    id: c.id(),
    name: c.text(),
    created_at: c.timestamp(),
  }),
  createTable('memberships', {
    id: c.id(),
    team_id: c.integer().references('teams.id', { onDelete: 'cascade' }),
    user_id: c.integer().references('users.id').index(),
    role: c.enum(['member', 'admin', 'owner']),
    created_at: c.timestamp(),
  }),
  createIndex('memberships', ['team_id', 'user_id'], { unique: true }),
  createIndex('memberships', 'team_id', {
    name: 'memberships_owner',
    unique: true,
    where: `role = 'owner'`,
  }),
  createTable('invitations', {
    id: c.uuidId(),
    team_id: c.integer().references('teams.id', { onDelete: 'cascade' }),
    inviter_id: c.integer().nullable().references('users.id', { onDelete: 'set null' }).index(),
    email: c.text(),
    role: c.enum(['member', 'admin', 'owner']),
    expires_at: c.timestamp(),
  }),
  createIndex('invitations', ['team_id', 'email'], { unique: true }),
])
