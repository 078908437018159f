import { bookLevels } from './book-levels.js'

describe('the levels of the book', () => {
  it('add up exactly, and fill the bar of the last one', () => {
    const levels = bookLevels(
      [
        ['10', '0.1'],
        ['9.9', '0.2'],
        ['9.8', '0.1'],
        ['9.7', '5'],
      ],
      3,
    )
    expect(levels.map(({ price, total, share }) => [price, total, share])).toEqual([
      ['10', '0.1', expect.closeTo(25)],
      ['9.9', '0.3', expect.closeTo(75)],
      ['9.8', '0.4', expect.closeTo(100)],
    ])
  })

  it('are none in an empty book', () => {
    expect(bookLevels([], 3)).toEqual([])
  })
})
