import type { Pool } from 'pg'

export interface TestTrigger {
  readonly name: string
  readonly table: 'orders' | 'commands'
  /** What happens before a row of `new` is inserted, in PL/pgSQL. */
  readonly body: string
}

/** Plants a trigger for as long as `use` runs. Its function is emptied first: that waits for nobody, as dropping it does. */
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
