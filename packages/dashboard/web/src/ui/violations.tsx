import { Alert, Table } from '@mantine/core'
import type { RuleViolation } from '../api/api-error.js'
import { ruleName, text } from '../text/en/common.js'
import { formatDecimal, formatMoney } from './format.js'

const write = (value: string | null, unit: string | null): string =>
  unit === 'USD' ? formatMoney(value) : formatDecimal(value)

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
            <Table.Td title={message}>
              {ruleName(rule)}
              <div>{message}</div>
            </Table.Td>
            <Table.Td ta="right">{write(limit, unit)}</Table.Td>
            <Table.Td ta="right">{write(value, unit)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Alert>
)
