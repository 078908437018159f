import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import type { TradingWallet } from '../../api/firm/firm-wallets.js'
import { text } from '../../text/en/firm/firm-wallets.js'
import { Decimal } from '../../ui/figures/figure.js'
import { ShortId } from '../../ui/short-id.js'
import type { Column } from '../../ui/tables/data-table.js'
import { ToneBadge, type Tone } from '../../ui/tone-badge.js'

/** A change of a wallet, or a look at it; those that its state does not allow are not offered. */
export type WalletAction = keyof typeof text.actions

const { columns: names } = text

const TONES: Readonly<Record<TradingWallet['state'], Tone>> = { ACTIVE: 'good', PAUSED: 'bad', DRAINING: 'warning' }

const ALLOWED: Readonly<Record<TradingWallet['state'], readonly WalletAction[]>> = {
  ACTIVE: ['compare', 'pause', 'drain'],
  PAUSED: ['compare', 'drain', 'resume'],
  DRAINING: ['compare', 'pause', 'resume'],
}

const fund = (name: 'usdc' | 'native', header: string): Column<TradingWallet> => ({
  ...{ name, header, align: 'right', text: ({ funds }) => funds?.[name] },
  cell: ({ funds }) => <Decimal value={funds?.[name]} digitsMax={6} unknown={text.fundsUnknown} />,
})

const budget = (name: 'gas_per_day' | 'gas_per_order', header: string): Column<TradingWallet> => ({
  ...{ name, header, align: 'right', text: (row) => row[name] },
  cell: (row) => <Decimal value={row[name]} />,
})

const approval = ({ funds }: TradingWallet) =>
  funds === null ? (
    <Decimal value={null} unknown={text.fundsUnknown} />
  ) : funds.is_approved ? (
    text.yes
  ) : (
    <ToneBadge tone="warning">{text.no}</ToneBadge>
  )

export const walletColumns = (
  act: (action: WalletAction, wallet: TradingWallet) => void,
): readonly Column<TradingWallet>[] => [
  {
    ...{ name: 'address', header: names.address, text: ({ address }) => address },
    cell: ({ address }) => <code>{address}</code>,
  },
  {
    ...{ name: 'account_id', header: names.account, text: (row) => row.account_id },
    cell: ({ account_id: id }) => (
      <Link to={`/firm/accounts/${id}`}>
        <ShortId id={id} />
      </Link>
    ),
  },
  {
    ...{ name: 'state', header: names.state, text: ({ state }) => state },
    cell: ({ state }) => <ToneBadge tone={TONES[state]}>{text.states[state]}</ToneBadge>,
  },
  {
    ...{ name: 'state_reason', header: names.reason, text: (row) => row.state_reason },
    cell: ({ state_reason: reason }) => reason ?? '–',
  },
  { ...{ name: 'venue', header: names.venue, text: ({ venue }) => venue }, cell: ({ venue }) => venue },
  fund('usdc', names.usdc),
  fund('native', names.native),
  {
    ...{ name: 'is_approved', header: names.approved, text: ({ funds }) => funds?.is_approved.toString() },
    cell: approval,
  },
  budget('gas_per_day', names.gasPerDay),
  budget('gas_per_order', names.gasPerOrder),
  {
    ...{ name: 'signer', header: names.signer, text: ({ signer }) => signer },
    cell: ({ signer }) => text.signers[signer],
  },
  {
    ...{ name: 'chain_id', header: names.chain, text: (row) => String(row.chain_id) },
    cell: (row) => String(row.chain_id),
  },
  {
    ...{ name: 'actions', header: names.actions, align: 'right', isSticky: true, inFile: false, text: () => null },
    cell: (wallet) => (
      <Group gap={6} justify="flex-end" wrap="nowrap">
        {ALLOWED[wallet.state].map((action) => (
          <Button
            key={action}
            size="compact-sm"
            variant="default"
            onClick={() => act(action, wallet)}
            aria-label={text.actionOf(text.actions[action], wallet.address)}
          >
            {text.actions[action]}
          </Button>
        ))}
      </Group>
    ),
  },
]
