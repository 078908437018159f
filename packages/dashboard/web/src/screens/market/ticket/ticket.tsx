import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Account, Metadata, Preview } from '@ats/sdk/types'
import type { MarketPlace } from '../../../api/market.js'
import { isOutcomeUnknown, type OrderAnswer } from '../../../api/orders.js'
import { useRisk } from '../../../live/account-readings.js'
import { ruleName, stateName } from '../../../text/en/common.js'
import { text as orderText } from '../../../text/en/orders.js'
import { text } from '../../../text/en/ticket.js'
import { ConfirmDialog, Refusal } from '../../../ui/forms/confirm-dialog.js'
import { useFormDraft } from '../../../ui/forms/form-draft.js'
import { formatDecimal, formatMoney } from '../../../ui/figures/format.js'
import { notify } from '../../../ui/notify.js'
import type { Reading } from '../../../ui/reading.js'
import type { TypedPrices } from '../chart/chart-lines.js'
import { heavyRules } from './headroom.js'
import { useHeavyCheck, type HeavyRule } from './use-heavy-check.js'
import { Leverage } from './leverage.js'
import { PreviewView } from './preview-view.js'
import { TicketFields } from './ticket-fields.js'
import {
  EMPTY_FORM,
  isComplete,
  problemsOf,
  toOrder,
  typedPrices,
  type OrderPlace,
  type TicketForm,
} from './ticket-form.js'
import { useTold } from './use-told.js'
import styles from './ticket.module.css'
import { usePlaceOrder } from './use-place-order.js'
import { usePreview } from './use-preview.js'

interface TicketProps {
  readonly account: Account
  readonly market: MarketPlace
  readonly terms: Metadata
  /** After an order was placed: on a phone the sheet closes. */
  readonly onDone?: (() => void) | undefined
  /** Told the prices that are typed, and none of them once it is gone. */
  readonly onTyped: (typed: TypedPrices) => void
}

/** Places an order by hand: what it would do is told while it is typed. */
export function Ticket({ account, market, terms, onDone, onTyped }: TicketProps) {
  const place: OrderPlace = { ...market, accountId: account.id }
  const risk = useRisk(account.id).value
  const { form, setForm } = useFormDraft<TicketForm>({
    name: `ticket ${account.id} ${market.venue} ${market.symbol}`,
    empty: () => EMPTY_FORM,
  })
  useTold(typedPrices(form), onTyped)
  const steps = terms.venue_terms.find(({ venue }) => venue === market.venue) ?? terms
  const problems = problemsOf(form, { lot_size: terms.lot_size, min_quantity: steps.min_quantity })
  const isValid = Object.keys(problems).length === 0
  // Without a quantity the smallest order is asked about: it tells how large it could be.
  const isStandIn = form.quantity.trim() === ''
  const asked = isStandIn ? { ...form, quantity: steps.min_quantity } : form
  const state = risk?.state ?? account.state
  const order = isValid && isComplete(asked) ? toOrder(asked, place) : null
  const preview = usePreview({ order, isStandIn, state })
  // Without prices, or an engine to ask, nothing is opened; whatever only reduces may be tried.
  const isBlind = !form.isReduceOnly && hasNoPrices(preview)
  const isReady = isValid && isComplete(form) && !isBlind

  const placing = usePlaceOrder((answer) => {
    setForm((now) => ({ ...now, quantity: '', stopLoss: '', takeProfit: '' }))
    void notify(outcome(answer))
    onDone?.()
  })
  const change = (part: Partial<TicketForm>): void => {
    placing.reset()
    setForm((now) => ({ ...now, ...part }))
  }
  const heavy = useHeavyCheck({
    preview: preview.ofNow,
    rulesOf: (value) => heavyRules(value, risk, market.symbol),
    place: () => placing.place(form, place),
  })
  const what = `${formatDecimal(form.quantity.trim() || null)} ${terms.base}`
  const side = orderText.sides[form.side]
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {text.leverage}
        </Text>
        <Leverage place={place} />
      </Group>
      {state !== 'ACTIVE' && (
        <Alert color="yellow" variant="light">
          {text.suspended(stateName(state))}
        </Alert>
      )}
      <form
        aria-label={text.title}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) heavy.submit()
        }}
      >
        <Stack gap="sm">
          <TicketFields
            form={form}
            problems={problems}
            base={terms.base}
            isLocked={heavy.isChecking || placing.isPending || placing.isUnknown}
            largest={preview.value?.largest_quantity}
            onChange={change}
          />
          <PreviewView
            reading={preview}
            currency={account.currency}
            isAsked={!isStandIn && isValid}
            hasProblems={!isValid}
          />
          {placing.error !== null && !placing.isUnknown && <Refusal error={placing.error} />}
          {placing.isUnknown ? (
            <Unknown onAskAgain={placing.askAgain} />
          ) : (
            <Button
              type="submit"
              fullWidth
              disabled={!isReady}
              loading={heavy.isChecking || placing.isPending}
              className={styles.submit}
              data-side={form.side}
            >
              {text.place(side, isReady || isBlind ? what : market.symbol)}
            </Button>
          )}
        </Stack>
      </form>
      <ConfirmDialog
        isOpen={heavy.rules !== null}
        onClose={heavy.close}
        title={text.confirmTitle}
        confirm={text.confirmPlace}
        onConfirm={() => Promise.resolve(placing.place(form, place))}
      >
        <HeavyRules rules={heavy.rules ?? []} what={`${side} ${what}`} currency={account.currency} />
      </ConfirmDialog>
    </Stack>
  )
}

/** Whether nobody can say what an order would do: the engine does not respond, or its price is stale. */
const hasNoPrices = ({ value, problem }: Reading<Preview>): boolean =>
  problem === null
    ? value?.violations.some(({ rule }) => rule === 'stale_market_data') === true
    : isOutcomeUnknown(problem)

function outcome({ order, trades }: OrderAnswer): string {
  if (order === null) return text.placed('')
  const name = `${orderText.sides[order.side]} ${orderText.kinds[order.kind].toLowerCase()} ${order.symbol}`
  if (trades.length > 0)
    return text.filled(
      order.side,
      formatDecimal(order.filled_quantity),
      order.symbol,
      formatDecimal(order.average_price),
    )
  if (order.status === 'CANCELLED' || order.status === 'EXPIRED') return text.ended(name, order.reason ?? '')
  return order.status === 'PENDING' && order.venue_order !== undefined ? text.sent(name) : text.placed(name)
}

const Unknown = ({ onAskAgain }: { readonly onAskAgain: () => void }) => (
  <Alert color="yellow" variant="light" role="alert" title={text.unknownTitle}>
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{text.unknownText}</Text>
      <Button size="sm" onClick={onAskAgain}>
        {text.askAgain}
      </Button>
    </Stack>
  </Alert>
)

interface HeavyRulesProps {
  readonly rules: readonly HeavyRule[]
  readonly what: string
  readonly currency: string
}

const HeavyRules = ({ rules, what, currency }: HeavyRulesProps) => (
  <>
    <Text size="sm">{text.confirmText(what)}</Text>
    <ul>
      {rules.map(({ rule, headroom, unit }) => (
        <li key={rule}>
          {text.confirmRow(
            ruleName(rule),
            unit === 'USD' ? formatMoney(headroom, currency) : formatDecimal(headroom, { digitsMax: 2 }),
          )}
        </li>
      ))}
    </ul>
  </>
)
