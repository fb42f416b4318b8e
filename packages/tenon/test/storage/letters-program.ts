// An application whose files are those of letters.
import { application, get, routes } from '../../src/index.ts'
import { c, Model } from '../../src/models.ts'
import { disk } from '../../src/storage.ts'

export const letters = disk('letters')

export class Team extends Model('teams', { id: c.id(), name: c.text() }) {}

export class Letter extends Model('letters', {
  id: c.id(),
  team_id: c
    .integer()
    .owner(() => Team)
    .references('teams.id'),
  file: c.file(letters),
}) {}

if (import.meta.main) {
  const { dirname } = import.meta
  const app = application({
    root: dirname,
    routes: routes([get('/ping', () => 'pong')]),
    models: { Team, Letter },
  })
  await app.run(process.argv.slice(2))
}
