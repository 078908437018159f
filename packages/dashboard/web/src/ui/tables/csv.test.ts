import { toCsv } from './csv.js'

const columns = [
  { name: 'id', text: (row: readonly unknown[]) => String(row[0]) },
  { name: 'note', text: (row: readonly unknown[]) => row[1] as string | null },
]

describe('a file of rows', () => {
  it('quotes what has separators, and leaves out what is not known', () => {
    const rows = [
      ['1', 'a "b", c'],
      ['2', 'two\nlines'],
      ['3', null],
    ]
    expect(toCsv(columns, rows)).toBe('id,note\r\n1,"a ""b"", c"\r\n2,"two\nlines"\r\n3,\r\n')
  })

  it('gives a spreadsheet no formula, and leaves negative numbers as they are', () => {
    const rows = ['=1+1', '@SUM(A1)', '-2+3', '-12.50', '+1'].map((text, place) => [place, text])
    expect(toCsv(columns, rows)).toBe("id,note\r\n0,'=1+1\r\n1,'@SUM(A1)\r\n2,'-2+3\r\n3,-12.50\r\n4,'+1\r\n")
  })
})
