import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { text } from '../../text/en/playground.js'
import { Panel } from '../../ui/panel.js'
import { searchOperations, type Operation } from './operations.js'
import styles from './operation-list.module.css'

interface OperationListProps {
  readonly operations: readonly Operation[]
  readonly chosen: string | null
}

const addressOf = ({ id }: Operation): string => `?operation=${id}`

/** By service and subject, in the order of the documents. */
function groupsOf(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const groups = new Map<string, Operation[]>()
  for (const operation of operations) {
    const name = `${text.services[operation.service]}: ${operation.tag}`
    groups.set(name, [...(groups.get(name) ?? []), operation])
  }
  return groups
}

/** Every operation, by subject; a search leaves those that have its words, and Enter opens the first. */
export function OperationList({ operations, chosen }: OperationListProps) {
  const [search, setSearch] = useState('')
  const navigate = useNavigate()
  const found = searchOperations(operations, search)
  const groups = groupsOf(found)
  return (
    <Panel>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          const [first] = found
          if (first !== undefined) void navigate(addressOf(first))
        }}
      >
        <TextInput
          type="search"
          label={text.search}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </form>
      <Text size="xs" c="dimmed" my={6} role="status">
        {found.length === 0 ? text.noneFound : text.found(found.length)}
      </Text>
      <nav aria-label={text.operations} className={styles.list}>
        {[...groups].map(([group, members]) => (
          <section key={group} aria-label={group}>
            <Text size="xs" fw={600} c="dimmed" mt="xs">
              {group}
            </Text>
            {members.map((operation) => (
              <Link
                key={operation.id}
                to={addressOf(operation)}
                className={styles.item ?? ''}
                aria-current={operation.id === chosen ? 'true' : undefined}
              >
                <span className={styles.method} data-method={operation.method}>
                  {operation.method}
                </span>
                <span className={styles.summary}>{operation.summary}</span>
              </Link>
            ))}
          </section>
        ))}
      </nav>
    </Panel>
  )
}
