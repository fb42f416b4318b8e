import { fillBackSql, fillSql, type MirrorSides, type MirrorSql } from './mirror-sides.ts'

/*
 * The triggers run after the row is stored, so they update it again. This update fires the update trigger, but no
 * trigger fires twice. After a trigger has written one side, it matches the other side, so the second trigger changes
 * nothing.
 */

export function sqliteMirror(sides: MirrorSides): MirrorSql {
  const create = `${onInsert(sides)}\n${onUpdate(sides)}`
  return {
    create,
    fill: fillSql(sides),
    drop: `drop trigger "${sides.name}_insert";\ndrop trigger "${sides.name}_update";`,
    createAgain: `${fillBackSql(sides)}\n${create}`,
  }
}

function onInsert({ name, table, from, to, back }: MirrorSides): string {
  const areNull = Object.keys(to)
    .map((column) => `new."${column}" is null`)
    .join(' and ')
  const body = changeSql(table, {
    ...forwardIf(areNull, to),
    [from]: `case when ${areNull} then "${from}" else ${back} end`,
  })
  return `create trigger "${name}_insert" after insert on "${table}" begin ${body} where rowid = new.rowid; end;`
}

function onUpdate({ name, table, from, to, back }: MirrorSides): string {
  const isOldWritten = `new."${from}" is not old."${from}"`
  const isNewWritten = Object.keys(to)
    .map((column) => `new."${column}" is not old."${column}"`)
    .join(' or ')
  const differ = Object.entries(to)
    .map(([column, sql]) => `"${column}" is not (${sql})`)
    .join(' or ')
  const body = changeSql(table, {
    ...forwardIf(isOldWritten, to),
    [from]: `case when ${isOldWritten} then "${from}" else ${back} end`,
  })
  const differs = `case when ${isOldWritten} then "${from}" is not (${back}) else ${differ} end`
  return `create trigger "${name}_update" after update on "${table}" when ${isOldWritten} or ${isNewWritten} begin ${body} where rowid = new.rowid and ${differs}; end;`
}

function forwardIf(
  condition: string,
  to: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(to).map(([column, sql]) => [
      column,
      `case when ${condition} then ${sql} else "${column}" end`,
    ]),
  )
}

function changeSql(table: string, changes: Readonly<Record<string, string>>): string {
  const list = Object.entries(changes).map(([column, sql]) => `"${column}" = ${sql}`)
  return `update "${table}" set ${list.join(', ')}`
}
