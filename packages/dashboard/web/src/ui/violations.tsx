import { Alert, Table, Text } from '@mantine/core'
import type { RuleViolation } from '../api/api-error.js'
import { ruleName, text } from '../text/en/common.js'
import { asSentence } from './figures/as-sentence.js'
import { Decimal, Money } from './figures/figure.js'

interface LimitValueProps {
  readonly value: string | null
  readonly unit: string | null
}

/** A limit, or what is held against it, in the unit of its rule. */
export const LimitValue = ({ value, unit }: LimitValueProps) =>
  unit === 'USD' ? <Money value={value} /> : <Decimal value={value} />

/** Each rule that refused, with its limit and the value that would have been. */
export const Violations = ({ violations }: { readonly violations: readonly RuleViolation[] }) => (
  <Alert color="red" variant="light" role="alert" title={text.refused}>
    <Table verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text.rule}</Table.Th>
          <Table.Th ta="right">{text.limit}</Table.Th>
          <Table.Th ta="right">{text.value}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {violations.map(({ rule, message, limit, value, unit }, place) => (
          <Table.Tr key={`${rule} ${place}`}>
            <Table.Td>
              {ruleName(rule)}
              <Text size="xs">{asSentence(message)}</Text>
            </Table.Td>
            <Table.Td ta="right">
              <LimitValue value={limit} unit={unit} />
            </Table.Td>
            <Table.Td ta="right">
              <LimitValue value={value} unit={unit} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Alert>
)
