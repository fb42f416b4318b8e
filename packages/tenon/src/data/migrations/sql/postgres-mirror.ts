import { fillBackSql, fillSql, type MirrorSides, type MirrorSql } from './mirror-sides.ts'

/*
 * The trigger changes the row before it is stored, so an old column that must not be null always has a value. The
 * trigger copies from the side that was written. For an insert, this is the new side if it has a value. For an update,
 * it is the old side if it changes, otherwise the new side.
 */

export function postgresMirror(sides: MirrorSides): MirrorSql {
  const create = createSql(sides)
  return {
    create,
    fill: fillInPortions(sides),
    drop: `drop trigger "${sides.name}" on "${sides.table}";\ndrop function "${sides.name}"();`,
    createAgain: `${fillBackSql(sides)}\n${create}`,
  }
}

function createSql({ name, table, from, to, back }: MirrorSides): string {
  const names = Object.keys(to)
  const values = Object.entries(to).map(([column, sql]) => `${sql} as "${column}"`)
  const forward = names.map((column) => `new."${column}" := mirrored."${column}";`).join(' ')
  const backward = `new."${from}" := (select ${back} from (select new.*) as written);`
  const areNull = names.map((column) => `new."${column}" is null`).join(' and ')
  const differ = (other: string): string =>
    names.map((column) => `new."${column}" is distinct from ${other}."${column}"`).join(' or ')

  return `create function "${name}"() returns trigger language plpgsql as $mirror$
#variable_conflict use_column
declare mirrored record;
begin
  select ${values.join(', ')} into mirrored from (select new.*) as written;
  if tg_op = 'INSERT' then
    if ${areNull} then ${forward} else ${backward} end if;
  elsif new."${from}" is distinct from old."${from}" then
    ${forward}
  elsif ${differ('old')} then
    if ${differ('mirrored')} then ${backward} end if;
  elsif ${areNull} then
    ${forward}
  end if;
  return new;
end $mirror$;
create trigger "${name}" before insert or update on "${table}" for each row execute function "${name}"();`
}

/** Fills in portions. Each portion is a separate transaction, so that no row is locked for long. */
function fillInPortions(sides: MirrorSides): string {
  const rows = `ctid >= format('(%s,0)', page)::tid and ctid < format('(%s,0)', page + ${PAGES})::tid`
  return `do $fill$
declare
  page bigint := 0;
  pages bigint := pg_relation_size('"${sides.table}"'::regclass) / current_setting('block_size')::bigint;
begin
  while page <= pages loop
    perform set_config('tenon.owner', '{*}', true);
    ${fillSql(sides, rows)}
    commit;
    page := page + ${PAGES};
  end loop;
end $fill$;`
}

/** The size of a portion in pages of 8 kB: a few thousand rows. */
const PAGES = 100
