import { Anchor, Drawer, Group, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { SurveillanceCase } from '../../api/firm/firm-desk.js'
import { text as common } from '../../text/en/common.js'
import { text } from '../../text/en/firm/firm-surveillance.js'
import { Empty } from '../../ui/states.js'
import { DataTable, type Column } from '../../ui/tables/data-table.js'
import { TimeText } from '../../ui/time/time-text.js'
import { apartOf } from './apart-of.js'

type Pair = SurveillanceCase['pairs'][number]

interface CaseDrawerProps {
  readonly found: SurveillanceCase
  readonly onClose: () => void
}

/** The trades of a case, pair by pair: who was later each time. */
export function CaseDrawer({ found, onClose }: CaseDrawerProps) {
  const { kind, accounts, pairs, key } = found
  const users = key === null ? accounts.map(nameOf) : [key.user_id]
  const columns = useMemo(() => columnsFor(users), [users.join(' ')])
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title={text.detailsOf(key === null, text.kinds[kind], users.join(', '))}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack gap="sm">
        <Group gap="md">
          {accounts.map(({ account_id: id, user_id: user, trades }) => (
            <Anchor key={id} component={Link} to={`/firm/accounts/${id}`} size="sm">
              {text.account(user, trades)}
            </Anchor>
          ))}
        </Group>
        {key === null ? (
          <>
            <Text size="sm" c="dimmed">
              {text.apartHint} {pairs.length < found.matched && text.firstHundred}
            </Text>
            <DataTable
              label={text.pairs}
              columns={columns}
              rows={pairs}
              rowKey={({ first, second }) => `${first.position_id} ${second.position_id}`}
              empty={<Empty title={text.noPairs} />}
            />
          </>
        ) : (
          <Text size="sm">{text.networks(key.networks.join(', '))}</Text>
        )}
      </Stack>
    </Drawer>
  )
}

const LAST_OF_ID = 8

/** The user, and which account it is where both are of one. */
const nameOf = (
  { user_id: user, account_id: id }: SurveillanceCase['accounts'][number],
  _place: number,
  all: SurveillanceCase['accounts'],
): string =>
  all.length > 1 && all.every((one) => one.user_id === user) ? text.accountOf(user, id.slice(-LAST_OF_ID)) : user

const tradeOf = ({ direction, quantity }: Pair['first']): string => text.trade(text.direction[direction], quantity)

function columnsFor([first = '', second = '']: readonly string[]): readonly Column<Pair>[] {
  const apart = ({ first: one, second: other }: Pair): string => {
    const by = apartOf(one.opened_at, other.opened_at)
    if (by === 0) return text.together
    return text.seconds((Math.abs(by) / 1_000).toFixed(2), by > 0 ? second : first)
  }
  return [
    { ...{ name: 'symbol', header: text.symbol, text: ({ symbol }) => symbol }, cell: ({ symbol }) => symbol },
    {
      ...{ name: 'first', header: text.opened(first), text: (pair) => pair.first.opened_at },
      cell: (pair) => (
        <>
          <TimeText at={pair.first.opened_at} /> {tradeOf(pair.first)}
        </>
      ),
    },
    {
      ...{ name: 'second', header: text.opened(second), text: (pair) => pair.second.opened_at },
      cell: (pair) => (
        <>
          <TimeText at={pair.second.opened_at} /> {tradeOf(pair.second)}
        </>
      ),
    },
    { ...{ name: 'apart', header: text.apart, text: apart }, cell: apart },
    {
      ...{ name: 'closed', header: text.closed(first), text: (pair) => pair.first.closed_at },
      cell: (pair) => <TimeText at={pair.first.closed_at} />,
    },
  ]
}
