import type { Queryable } from './queryable.js'

export interface OwnedAccount {
  readonly accountId: string
  readonly userId: string
}

interface Row {
  readonly id: string
  readonly user_id: string
}

const ownedOf = ({ id, user_id: userId }: Row): OwnedAccount => ({ accountId: id, userId })

const PAGE_SIZE = 500

/** Null: there is none. */
export async function findAccountOwner(db: Queryable, accountId: string): Promise<OwnedAccount | null> {
  const { rows } = await db.query<Row>({ text: 'select id, user_id from accounts where id = $1', values: [accountId] })
  return rows[0] === undefined ? null : ownedOf(rows[0])
}

/** Some accounts by their ids, from the first after one on; null: from the beginning. */
export async function listAccountsAfter(db: Queryable, after: string | null): Promise<readonly OwnedAccount[]> {
  const { rows } = await db.query<Row>({
    text: 'select id, user_id from accounts where $1::uuid is null or id > $1 order by id limit $2',
    values: [after, PAGE_SIZE],
  })
  return rows.map(ownedOf)
}
