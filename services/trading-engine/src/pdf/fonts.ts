/**
 * The fonts of documents, as packages bring them. DejaVu Sans writes what is in Latin, Greek, Cyrillic, Arabic and some
 * other scripts; UnifontEX has a plain glyph for nearly everything else. What neither has is written as its code point.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { unpackWoff } from './woff.js'

export const FONT_NAMES = ['regular', 'bold', 'other'] as const
export type FontName = (typeof FONT_NAMES)[number]

export interface LoadedFont {
  readonly file: Buffer
  readonly has: (codePoint: number) => boolean
}

const resolve = createRequire(__filename).resolve
const DEJAVU = 'dejavu-fonts-ttf/ttf/'
const FILES: Readonly<Record<FontName, () => Buffer>> = {
  regular: () => readFileSync(resolve(`${DEJAVU}DejaVuSans.ttf`)),
  bold: () => readFileSync(resolve(`${DEJAVU}DejaVuSans-Bold.ttf`)),
  other: () => unpackWoff(readFileSync(resolve('@fontsource/unifontex/files/unifontex-latin-400-normal.woff'))),
}

export type LoadFont = (name: FontName) => LoadedFont

/** Each is read when it is first needed. */
export function createFonts(): LoadFont {
  const loaded = new Map<FontName, LoadedFont>()
  return (name) => {
    const known = loaded.get(name)
    if (known !== undefined) return known
    const file = FILES[name]()
    const font: Font = create(file)
    const fresh = { file, has: (codePoint: number) => font.hasGlyphForCodePoint(codePoint) }
    loaded.set(name, fresh)
    return fresh
  }
}
