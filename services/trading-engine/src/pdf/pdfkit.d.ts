/** The part of pdfkit that is used; it has no types of its own. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream'

  interface PageOptions {
    readonly size: 'A4'
    readonly margins: { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }
    /** The font that a document begins with; null: none. */
    readonly font: null
    readonly bufferPages: boolean
    readonly lang: string
    readonly info: Readonly<Record<string, string | Date>>
  }
  interface TextOptions {
    readonly lineBreak?: boolean
    readonly baseline?: 'alphabetic'
    /** Shaping of the whole text; absent: word by word. */
    readonly features?: readonly string[]
  }
  class PDFDocument extends Readable {
    constructor(options: PageOptions)
    registerFont(name: string, source: Buffer): this
    font(name: string, size?: number): this
    fillColor(colour: string): this
    strokeColor(colour: string): this
    lineWidth(width: number): this
    text(text: string, x: number, y: number, options: TextOptions): this
    widthOfString(text: string, options: TextOptions): number
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    stroke(): this
    addPage(): this
    bufferedPageRange(): { readonly start: number; readonly count: number }
    switchToPage(page: number): this
    end(): this
  }
  export default PDFDocument
}
