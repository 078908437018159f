/** The part of fontkit that is used; it has no types of its own. */
declare module 'fontkit' {
  export interface Font {
    hasGlyphForCodePoint: (codePoint: number) => boolean
  }
  export function create(file: Buffer): Font
}
