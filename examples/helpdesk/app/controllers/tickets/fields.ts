import { handler, page, redirect, route } from 'tenon'
import { transaction } from 'tenon/database'
import { ValidationFailed } from 'tenon/errors'
import { flash } from 'tenon/pages'
import {
  fieldAdded,
  fieldDeleted,
  fieldExists,
  tooManyFields,
} from '../../../resources/words/fields.ts'
import type { Field } from '../../fields.ts'
import { Team } from '../../models/team.ts'
import { FieldDeletionRequest, FieldRequest } from '../../requests/field-requests.ts'
import { inTeam, teamFrame } from '../teams/team-frame.ts'

export const index = handler(inTeam).run(async ({ team, user }, request) =>
  page('Fields/Index', {
    ...(await teamFrame(request, team, user)),
    fields: team.fields,
  }),
)

export const store = handler({ ...inTeam, form: FieldRequest }).run(
  async ({ team, form }, request) => {
    await changeFields(team, (fields) => {
      if (fields.length >= 20) throw new ValidationFailed({ name: tooManyFields() })
      const name = form.name.toLowerCase()
      if (fields.some((field) => field.name.toLowerCase() === name)) {
        throw new ValidationFailed({ name: fieldExists() })
      }
      return [...fields, { ...form, key: toKey(form.name, fields) }]
    })
    flash(request, { notice: fieldAdded() })
    return redirect(route('fields.index', { team: team.id }))
  },
)

/** Tickets keep the value of a deleted field, hidden, until their fields are saved the next time. */
export const destroy = handler({ ...inTeam, form: FieldDeletionRequest }).run(
  async ({ team, form: { key } }, request) => {
    const name = team.fields.find((field) => field.key === key)?.name ?? key
    await changeFields(team, (fields) => fields.filter((field) => field.key !== key))
    flash(request, { notice: fieldDeleted({ name }) })
    return redirect(route('fields.index', { team: team.id }))
  },
)

/** Locks the team, so that two administrators do not overwrite each other's changes. */
function changeFields(
  { id }: Team,
  change: (fields: readonly Field[]) => Field[],
): Promise<unknown> {
  return transaction(async () => {
    const team = await Team.where('id', id).lockForUpdate().firstOrFail()
    await team.update({ fields: change(team.fields) })
  })
}

/**
 * `Serial number` becomes `serial_number`. A name without Latin letters becomes `field`. Letters such as ß become
 * several, so the key of a long name is cut.
 */
function toKey(name: string, fields: readonly Field[]): string {
  const plain = name.toLowerCase().replaceAll('ß', 'ss').normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const words = plain.match(/[a-z][a-z0-9]*|[0-9]+/g) ?? []
  const word = words
    .join('_')
    .replace(/^(?=[0-9])|^$/, 'field_')
    .slice(0, 40)
    .replace(/_$/, '')
  const taken = new Set(fields.map(({ key }) => key))
  for (let n = 1; ; n += 1) {
    const key = n === 1 ? word : `${word}_${n}`
    if (!taken.has(key)) return key
  }
}
