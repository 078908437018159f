// cspell:ignore Zażółć Zażółc محمد سلمان
import fc from 'fast-check'
import { anyCharacter } from '@ats/test-kit'
import type { DocumentToDraw } from '../wire/statement/statement-document.js'
import { drawDocument } from './draw-document.js'
import { createFonts } from './fonts.js'
import { splitText } from './split-text.js'

const load = createFonts()
const documentOf = (values: readonly string[]): DocumentToDraw => ({
  ...{ title: 'Statement', subtitle: 'PAID', dated: 1_790_000_000_000 },
  sections: [{ title: 'Account', rows: values.map((value) => ({ label: 'Name', value, note: value })) }],
})
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0

test('the same document is the same file, whenever it is drawn', async () => {
  const document = documentOf(['Zażółć', '王小明', 'محمد بن سلمان'])
  const [first, second] = [await drawDocument(document, load), await drawDocument(document, createFonts())]
  expect(first.subarray(0, 5).toString()).toBe('%PDF-')
  expect(first.equals(second)).toBe(true)
  const other = await drawDocument(documentOf(['Zażółc']), load)
  expect(first.equals(other)).toBe(false)
})

test('rows go on on further pages, and a text longer than any name ends in an ellipsis', async () => {
  expect(pagesOf(await drawDocument(documentOf(['x']), load))).toBe(1)
  expect(pagesOf(await drawDocument(documentOf(Array.from({ length: 120 }, () => 'x')), load))).toBeGreaterThan(2)
  // Hundreds of lines would take pages.
  expect(pagesOf(await drawDocument(documentOf(['W'.repeat(100_000)]), load))).toBe(1)
})

const written = (text: string) => splitText(text, 'regular', load).map((piece) => piece.text)

test('each character is in a font that has it, or stands as its code point', () => {
  expect(splitText('ab 王 \u{1f9ff}', 'regular', load).map(({ text, font }) => [text, font])).toEqual([
    ['ab', 'regular'],
    [' ', 'regular'],
    ['王', 'other'],
    [' ', 'regular'],
    ['\u{1f9ff}', 'other'],
  ])
  expect(written('a\u202eb')).toEqual(['a[U+202E]b'])
  expect(written('\u{10ffff}\ud800')).toEqual(['[U+10FFFF][U+D800]'])
  expect(written('a\u200db\ufe0f')).toEqual(['ab'])
})

test('words from right to left stay together', () => {
  expect(written('of محمد بن سلمان x').map((text) => text.trim())).toContain('محمد بن سلمان')
})

const anyText = fc.string({ unit: anyCharacter, maxLength: 128 })

test('every piece of any text is in a font that has all of it', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const { text: piece, font } of splitText(text, 'bold', load))
        for (const character of piece) expect(load(font).has(character.codePointAt(0)!)).toBe(true)
    }),
  )
})

test('no text fails to be drawn', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyText, { minLength: 20, maxLength: 20 }), async (values) => {
      const pdf = await drawDocument(documentOf(values), load)
      expect(pdf.subarray(-6).toString()).toBe('%%EOF\n')
    }),
    { numRuns: 3 },
  )
})
