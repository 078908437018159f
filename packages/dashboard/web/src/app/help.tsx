import { Anchor, Kbd, Modal, Stack, Table, Text, Title } from '@mantine/core'
import { text } from '../text/en/app.js'
import { text as common } from '../text/en/common.js'

export default function Help({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={text.help} size="lg" closeButtonProps={{ 'aria-label': common.close }}>
      <Stack gap="md">
        <Title order={3}>{text.helpKeys}</Title>
        <Table aria-label={text.helpKeys}>
          <Table.Tbody>
            {text.helpRows.map(([keys, meaning]) => (
              <Table.Tr key={keys}>
                <Table.Th scope="row" w={170}>
                  <Kbd>{keys}</Kbd>
                </Table.Th>
                <Table.Td>{meaning}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text size="sm">{text.helpSafe}</Text>
        <Anchor href="/docs/" target="_blank">
          {text.docs}
        </Anchor>
        <Title order={3}>{text.helpWords}</Title>
        <Table aria-label={text.helpWords}>
          <Table.Tbody>
            {text.helpTerms.map(([term, meaning]) => (
              <Table.Tr key={term}>
                <Table.Th scope="row" w={170}>
                  {term}
                </Table.Th>
                <Table.Td>{meaning}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </Modal>
  )
}
