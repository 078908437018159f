import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { text } from '../../text/en/common.js'
import { toCsv, type CsvColumn } from './csv.js'
import { download } from './download.js'

interface CsvButtonProps<Row> {
  readonly label: string
  readonly columns: readonly CsvColumn<Row>[]
  readonly readAll: () => Promise<readonly Row[]>
}

/** Saves every row of a list as a file. */
export function CsvButton<Row>({ label, columns, readAll }: CsvButtonProps<Row>) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const inFile = columns.filter((column) => column.inFile !== false)
      download(`${label.toLowerCase().replaceAll(' ', '-')}.csv`, 'text/csv', toCsv(inFile, await readAll()))
    },
  })
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={isPending}
      onClick={() => mutate()}
      aria-label={text.downloadCsvOf(label)}
      title={error === null ? text.downloadCsvOf(label) : error.message}
      {...(error === null ? {} : { color: 'red', variant: 'light' })}
    >
      {text.downloadCsv}
    </Button>
  )
}
