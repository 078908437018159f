import type { Pool } from 'pg'

export interface TestTrigger {
  readonly name: string
  readonly table: 'orders' | 'commands'
  /** The PL/pgSQL body that runs before a row is inserted, which it sees as `new`. */
  readonly body: string
}

/**
 * Installs a trigger while `use` runs. At the end it first replaces the function by an empty one: unlike dropping it,
 * that waits for no lock.
 */
export async function withTrigger<T>(
  database: Pool,
  trigger: TestTrigger,
  use: (disarm: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const { name, table } = trigger
  const define = (body: string) =>
    database.query(`create or replace function ${name}() returns trigger language plpgsql as $$
      begin ${body} return new; end $$`)
  await define(trigger.body)
  await database.query(`create trigger ${name} before insert on ${table} for each row execute function ${name}()`)
  const disarm = async () => void (await define(''))
  try {
    return await use(disarm)
  } finally {
    await disarm()
    await database.query(`drop trigger ${name} on ${table}`)
    await database.query(`drop function ${name}()`)
  }
}
