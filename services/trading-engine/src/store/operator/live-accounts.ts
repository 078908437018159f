import type { Queryable } from '../read/queryable.js'

/** LIVE accounts, and whether there is anything that they must not be beside. */
export interface LiveObstacles {
  /** Without closed ones. */
  readonly accounts: number
  readonly hasMoves: boolean
}

export async function findLiveObstacles(db: Queryable): Promise<LiveObstacles> {
  const { rows } = await db.query<{ readonly accounts: string; readonly has_moves: boolean }>({
    text: `select (select count(*) from plans p join accounts a on a.plan_id = p.id and a.plan_version = p.version
          where p.definition ->> 'execution' = 'LIVE' and a.state <> 'CLOSED') as accounts,
        exists (select from market_moves) as has_moves`,
  })
  const [row] = rows
  return { accounts: Number(row?.accounts ?? 0), hasMoves: row?.has_moves ?? false }
}
