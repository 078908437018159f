import { chaskey, createNoise, fraction, signedFraction } from './keyed-noise.js'

describe('keyed noise', () => {
  it('is Chaskey-12: the published tag of the 16-byte message 00 01 … 0f', () => {
    const tag = chaskey([0x833d3433 | 0, 0x009f389f, 0x2398e64f, 0x417acf39])
    expect(tag(0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c)).toBe(0x5dd0e2a9)
  })

  it('differs with the seed, the purpose, the stream, the index beyond 2^32 and the part', () => {
    const seed = new Uint8Array(32).fill(1)
    const noise = createNoise(seed, 'a')
    const words = [
      noise(1, 5),
      createNoise(new Uint8Array(32).fill(2), 'a')(1, 5),
      createNoise(seed, 'b')(1, 5),
      noise(2, 5),
      noise(1, 6),
      noise(1, 5 + 2 ** 32),
      noise(1, 5, 1),
    ]
    expect(new Set(words).size).toBe(words.length)
    expect(createNoise(seed, 'a')(1, 5)).toBe(words[0])
  })

  it('is uniform enough', () => {
    const noise = createNoise(new Uint8Array(32).fill(3), 'uniform')
    const buckets = new Array<number>(16).fill(0)
    for (let index = 0; index < 16_000; index++) buckets[Math.floor(fraction(noise(1, index)) * 16)]!++
    for (const count of buckets) expect(Math.abs(count - 1000)).toBeLessThan(200)
  })

  it('maps words to fractions', () => {
    expect([0, 2 ** 31, 2 ** 32 - 1].map(fraction)).toEqual([0, 0.5, 1 - 2 ** -32])
    expect([0, 2 ** 31, 2 ** 32 - 1].map(signedFraction)).toEqual([-1, 0, 1 - 2 ** -31])
  })
})
