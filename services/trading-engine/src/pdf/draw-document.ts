/** Draws a document on A4 pages. The same document is the same file, byte for byte. */
import PDFDocument from 'pdfkit'
import type { DocumentToDraw, DrawnSection } from '../wire/statement/statement-document.js'
import type { LoadFont, FontName } from './fonts.js'
import { splitText, type Piece } from './split-text.js'

const PAGE = { left: 56, right: 539, top: 56, bottom: 786 }
const LABEL_WIDTH = 178
const VALUE_X = PAGE.left + LABEL_WIDTH + 12
/** Longer texts end in an ellipsis: a row fits on a page. */
const TEXT_MAX = 400
const INK = '#14181f'
const MUTED = '#5b6472'
const RULE = '#d5dae2'

export async function drawDocument(document: DocumentToDraw, load: LoadFont): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    ...{ font: null, bufferPages: true, lang: 'en' },
    info: { Title: document.title, CreationDate: new Date(document.dated) },
  })
  const bytes = collect(pdf)
  const page = createPage(pdf, load)
  page.write(document.title, { x: PAGE.left, width: PAGE.right - PAGE.left, size: 17, font: 'bold', colour: INK })
  page.down(4)
  page.write(document.subtitle, {
    x: PAGE.left,
    width: PAGE.right - PAGE.left,
    size: 10,
    font: 'regular',
    colour: MUTED,
  })
  for (const { title, rows } of document.sections) {
    page.startSection(title)
    for (const row of rows) page.row(row)
  }
  numberPages(pdf, page, document.title)
  pdf.end()
  return bytes
}

async function collect(pdf: PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of pdf) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

interface Style {
  readonly x: number
  readonly width: number
  readonly size: number
  readonly font: 'regular' | 'bold'
  readonly colour: string
}

interface Line {
  readonly pieces: readonly (Piece & { readonly x: number })[]
}

function createPage(pdf: PDFDocument, load: LoadFont) {
  let y = PAGE.top
  const registered = new Set<FontName>()
  const use = (font: FontName, size: number): PDFDocument => {
    if (!registered.has(font)) {
      pdf.registerFont(font, load(font).file)
      registered.add(font)
    }
    return pdf.font(font, size)
  }
  const widthOf = ({ text, font, isRightToLeft }: Piece, size: number): number =>
    use(font, size).widthOfString(text, isRightToLeft ? { features: [] } : {})
  const linesOf = (text: string, { font, width, size }: Style): readonly Line[] =>
    breakLines(splitText(shortened(text), font, load), width, (piece) => widthOf(piece, size))
  const draw = (lines: readonly Line[], { x, size, colour }: Style, top: number): void => {
    lines.forEach(({ pieces }, index) => {
      const baseline = top + (index + 1) * lineHeight(size) - size * 0.3
      for (const piece of pieces) {
        const shaping = piece.isRightToLeft ? { features: [] } : {}
        use(piece.font, size)
          .fillColor(colour)
          .text(piece.text, x + piece.x, baseline, { lineBreak: false, baseline: 'alphabetic', ...shaping })
      }
    })
  }
  const makeRoom = (height: number): void => {
    if (y + height <= PAGE.bottom) return
    pdf.addPage()
    y = PAGE.top
  }
  const write = (text: string, style: Style): void => {
    const lines = linesOf(text, style)
    makeRoom(lines.length * lineHeight(style.size))
    draw(lines, style, y)
    y += lines.length * lineHeight(style.size)
  }
  return {
    write,
    down: (distance: number): void => void (y += distance),
    startSection(title: string): void {
      // Its title stays with its first rows.
      makeRoom(80)
      y += 20
      write(title, { x: PAGE.left, width: PAGE.right - PAGE.left, size: 11, font: 'bold', colour: INK })
      y += 3
      pdf.strokeColor(RULE).lineWidth(0.75).moveTo(PAGE.left, y).lineTo(PAGE.right, y).stroke()
      y += 4
    },
    row({ label, value, note }: DrawnSection['rows'][number]): void {
      const left: Style = { x: PAGE.left, width: LABEL_WIDTH, size: 9, font: 'regular', colour: MUTED }
      const right: Style = { x: VALUE_X, width: PAGE.right - VALUE_X, size: 9, font: 'regular', colour: INK }
      const below: Style = { ...right, size: 8, colour: MUTED }
      const [labels, values] = [linesOf(label, left), linesOf(value, right)]
      const notes = note === '' ? [] : linesOf(note, below)
      const ofValue = values.length * lineHeight(right.size)
      const height = Math.max(labels.length * lineHeight(left.size), ofValue + notes.length * lineHeight(below.size))
      makeRoom(height + 3)
      draw(labels, left, y)
      draw(values, right, y)
      draw(notes, below, y + ofValue)
      y += height + 3
    },
    drawAt: (text: string, style: Style, top: number): void => draw(linesOf(text, style), style, top),
  }
}

const lineHeight = (size: number): number => size * 1.35

function shortened(text: string): string {
  const characters = [...text]
  return characters.length <= TEXT_MAX ? text : `${characters.slice(0, TEXT_MAX - 1).join('')}…`
}

/** As many pieces on a line as fit on it; a piece that is wider than a line is cut. */
function breakLines(pieces: readonly Piece[], width: number, widthOf: (piece: Piece) => number): readonly Line[] {
  const lines: (Piece & { readonly x: number })[][] = [[]]
  let x = 0
  const put = (piece: Piece, wide: number): void => {
    if (x + wide > width && x > 0) {
      lines.push([])
      x = 0
      if (piece.text.trim() === '') return
    }
    lines.at(-1)?.push({ ...piece, x })
    x += wide
  }
  for (const piece of pieces) {
    const wide = widthOf(piece)
    if (wide <= width) put(piece, wide)
    else for (const character of piece.text) put({ ...piece, text: character }, widthOf({ ...piece, text: character }))
  }
  return lines.map((line) => ({ pieces: line }))
}

function numberPages(pdf: PDFDocument, page: ReturnType<typeof createPage>, title: string): void {
  const { count } = pdf.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(index)
    const style: Style = { x: PAGE.left, width: PAGE.right - PAGE.left, size: 8, font: 'regular', colour: MUTED }
    page.drawAt(`${title} · page ${index + 1} of ${count}`, style, PAGE.bottom + 14)
  }
}
