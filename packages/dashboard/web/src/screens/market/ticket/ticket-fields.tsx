import {
  Checkbox,
  Group,
  NativeSelect,
  SegmentedControl,
  SimpleGrid,
  Stack,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { text as orderText } from '../../../text/en/orders.js'
import { text } from '../../../text/en/ticket.js'
import {
  canBePostOnly,
  hasTrigger,
  takesExits,
  tifsOf,
  trails,
  type Kind,
  type Problems,
  type Side,
  type TicketForm,
  type Tif,
} from './ticket-form.js'
import styles from './ticket.module.css'

interface TicketFieldsProps {
  readonly form: TicketForm
  readonly problems: Problems
  readonly base: string
  readonly isLocked: boolean
  /** The largest quantity that no rule refuses now, where it is known. */
  readonly largest: string | undefined
  readonly onChange: (change: Partial<TicketForm>) => void
}

const SIDES: readonly Side[] = ['BUY', 'SELL']
const KINDS: readonly Kind[] = ['MARKET', 'LIMIT', 'STOP', 'TAKE_PROFIT']

export function TicketFields(props: TicketFieldsProps) {
  const { form, isLocked, onChange } = props
  return (
    <fieldset disabled={isLocked} className={styles.fields}>
      <Stack gap="xs">
        <SegmentedControl
          fullWidth
          aria-label={text.side}
          disabled={isLocked}
          className={styles.side}
          data-side={form.side}
          data={SIDES.map((value) => ({ value, label: orderText.sides[value] }))}
          value={form.side}
          onChange={(side) => onChange({ side })}
        />
        <NativeSelect
          label={text.kind}
          data={KINDS.map((value) => ({ value, label: orderText.kinds[value] }))}
          value={form.kind}
          onChange={({ currentTarget }) => onChange({ kind: currentTarget.value as Kind })}
        />
        <Quantity {...props} />
        <Prices {...props} />
        <Duration {...props} />
        <Flags {...props} />
        {takesExits(form) && <Exits {...props} />}
      </Stack>
    </fieldset>
  )
}

function Quantity({ form, problems, base, largest, onChange }: TicketFieldsProps) {
  return (
    <TextInput
      label={text.quantity(base)}
      inputMode="decimal"
      autoComplete="off"
      value={form.quantity}
      error={problems.quantity}
      onChange={({ currentTarget }) => onChange({ quantity: currentTarget.value })}
      rightSectionWidth={52}
      rightSection={
        <UnstyledButton
          className={styles.max}
          title={text.maxHint}
          disabled={largest === undefined || !/[1-9]/.test(largest)}
          onClick={() => onChange({ quantity: largest ?? '' })}
        >
          {text.max}
        </UnstyledButton>
      }
    />
  )
}

function Prices({ form, problems, onChange }: TicketFieldsProps) {
  const isConditional = hasTrigger(form)
  return (
    <>
      {isConditional && (
        <SimpleGrid cols={2} spacing="xs">
          <TextInput
            label={trails(form) ? text.distance : text.trigger}
            inputMode="decimal"
            autoComplete="off"
            value={form.trigger}
            error={problems.trigger}
            onChange={({ currentTarget }) => onChange({ trigger: currentTarget.value })}
          />
          <NativeSelect
            label={text.triggerBy}
            data={(['LAST', 'MARK', 'INDEX'] as const).map((value) => ({ value, label: orderText.watched[value] }))}
            value={form.triggerBy}
            onChange={({ currentTarget }) => onChange({ triggerBy: currentTarget.value as TicketForm['triggerBy'] })}
          />
        </SimpleGrid>
      )}
      {form.kind === 'STOP' && (
        <Checkbox
          label={text.trails}
          title={text.trailsHint}
          checked={form.isTrailing}
          onChange={({ currentTarget }) => onChange({ isTrailing: currentTarget.checked })}
        />
      )}
      {trails(form) && (
        <TextInput
          label={text.activation}
          inputMode="decimal"
          autoComplete="off"
          value={form.activation}
          error={problems.activation}
          onChange={({ currentTarget }) => onChange({ activation: currentTarget.value })}
        />
      )}
      {form.kind !== 'MARKET' && !trails(form) && (
        <TextInput
          label={isConditional ? text.optionalPrice : text.price}
          description={isConditional ? text.optionalPriceHint : undefined}
          inputMode="decimal"
          autoComplete="off"
          value={form.price}
          error={problems.price}
          onChange={({ currentTarget }) => onChange({ price: currentTarget.value })}
        />
      )}
    </>
  )
}

function Duration({ form, onChange }: TicketFieldsProps) {
  const tifs = tifsOf(form)
  return (
    <>
      <NativeSelect
        label={text.tif}
        data={tifs.map((value) => ({ value, label: text.tifs[value] }))}
        value={tifs.includes(form.tif) ? form.tif : 'IOC'}
        onChange={({ currentTarget }) => onChange({ tif: currentTarget.value as Tif })}
      />
      {form.tif === 'GTD' && tifs.includes('GTD') && (
        <TextInput
          type="datetime-local"
          label={text.expires}
          description={text.expiresHint}
          value={form.expires}
          onChange={({ currentTarget }) => onChange({ expires: currentTarget.value })}
        />
      )}
    </>
  )
}

const Flags = ({ form, onChange }: TicketFieldsProps) => (
  <Group gap="md">
    <Checkbox
      label={text.reduceOnly}
      title={text.reduceOnlyHint}
      checked={form.isReduceOnly}
      onChange={({ currentTarget }) => onChange({ isReduceOnly: currentTarget.checked })}
    />
    {canBePostOnly(form) && (
      <Checkbox
        label={text.postOnly}
        title={text.postOnlyHint}
        checked={form.isPostOnly}
        onChange={({ currentTarget }) => onChange({ isPostOnly: currentTarget.checked })}
      />
    )}
  </Group>
)

const Exits = ({ form, problems, onChange }: TicketFieldsProps) => (
  <>
    <SimpleGrid cols={2} spacing="xs">
      <TextInput
        label={form.isStopTrailing ? text.stopTrailsBy : text.stopLoss}
        inputMode="decimal"
        autoComplete="off"
        value={form.stopLoss}
        error={problems.stopLoss}
        onChange={({ currentTarget }) => onChange({ stopLoss: currentTarget.value })}
      />
      <TextInput
        label={text.takeProfit}
        inputMode="decimal"
        autoComplete="off"
        value={form.takeProfit}
        error={problems.takeProfit}
        onChange={({ currentTarget }) => onChange({ takeProfit: currentTarget.value })}
      />
    </SimpleGrid>
    <Checkbox
      label={text.stopTrails}
      title={text.trailsHint}
      checked={form.isStopTrailing}
      onChange={({ currentTarget }) => onChange({ isStopTrailing: currentTarget.checked })}
    />
  </>
)
