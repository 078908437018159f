/** Compares rows as they are stored with rows as a decision would write them, by the types of the database. */
import type { Column } from '../tables/column.js'
import type { Queryable } from './queryable.js'

export interface ComparedTable<T> {
  readonly table: string
  readonly columns: readonly Column<T>[]
  /** Names a row of an account. */
  readonly key: string
  /** The column that names the account; absent: `account_id`. */
  readonly owner?: string
}

export interface RowDifference {
  readonly key: string
  readonly field: string
  /** Null: it is null, or there is no such row. */
  readonly stored: string | null
  readonly decided: string | null
}

/** Differences of some of the rows; none: all are equal. */
export async function compareRows<T>(
  db: Queryable,
  { table, columns, key, owner = 'account_id' }: ComparedTable<T>,
  accountId: string,
  rows: readonly T[],
): Promise<readonly RowDifference[]> {
  if (rows.length === 0) return []
  const keyAt = `c${columns.findIndex(({ name }) => name === key)}`
  const definitions = columns.map(({ type }, index) => `c${index} ${type}`).join(', ')
  const fields = columns.map(
    ({ name }, index) => `('${name}', s.${name} is distinct from r.c${index}, s.${name}::text, r.c${index}::text)`,
  )
  const { rows: found } = await db.query<{ key: string; field: string; stored: string | null; decided: string | null }>(
    {
      text: `select r.${keyAt}::text as key, d.field, d.stored, d.decided
        from json_to_recordset($1::json) as r (${definitions})
        left join ${table} s on s.${key} = r.${keyAt} and s.${owner} = $2
        cross join lateral (values ${fields.join(', ')}) as d (field, differs, stored, decided)
        where d.differs limit 100`,
      values: [JSON.stringify(rows.map((row) => objectOf(columns, row))), accountId],
    },
  )
  return found
}

/** Numbered instead of named, as the writer's. */
function objectOf<T>(columns: readonly Column<T>[], row: T): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  columns.forEach(({ type, value }, index) => {
    const field = value(row)
    fields[`c${index}`] = type === 'jsonb' && typeof field === 'string' ? (JSON.parse(field) as unknown) : field
  })
  return fields
}

/** The key of a row of the account that is none of these; null: there is none. */
export async function findOtherRow(
  db: Queryable,
  { table, key }: Pick<ComparedTable<never>, 'table' | 'key'>,
  accountId: string,
  keys: readonly string[],
): Promise<string | null> {
  const { rows } = await db.query<{ key: string }>({
    text: `select ${key}::text as key from ${table} where account_id = $1 and not ${key}::text = any($2::text[]) limit 1`,
    values: [accountId, keys],
  })
  return rows[0]?.key ?? null
}
