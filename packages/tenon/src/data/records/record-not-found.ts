import type { TableColumn } from '../columns/table.ts'
import { NotFound } from '../../base/support/http-error.ts'
import type { Entity } from './entity.ts'

/** 404: a record does not exist. Clients read "Not Found"; logs and failed jobs also say which record is missing. */
export class RecordNotFound extends NotFound {
  /** Which record is missing: `No Project with the id 7 was found`. It is never sent to a client. */
  readonly detail: string

  constructor({ model, table }: Entity, key?: unknown) {
    super()
    this.detail =
      key === undefined
        ? `No ${model.name} matches the query`
        : `No ${model.name} with the ${toKeyText(table.keys, key)} was found`
  }
}

function toKeyText(columns: readonly TableColumn[], key: unknown): string {
  const values: unknown = columns.length === 1 ? undefined : key
  return columns
    .map(({ name, definition }) => {
      // Logs never have personal values.
      if (definition.hidden || definition.personal !== undefined) return `given ${name}`
      return `${name} ${toText(values === undefined ? key : Object(values)[name])}`
    })
    .join(' and ')
}

function toText(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length <= longest ? text : `${text.slice(0, longest)}…`
}

const longest = 60
