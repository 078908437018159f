export const text = {
  title: 'Play a tape',
  hint: 'Moves the market along a course, or along recorded prices of yours.',
  tape: 'Tape',
  tapes: {
    crash: 'Crash: −12 % in 15 s, and a part of it back',
    rally: 'Rally: +10 % in a minute',
    gap: 'Gap: −8 % at one blow',
    whipsaw: 'Whipsaw: 4 % up and down for a minute',
    bleed: 'Slow bleed: −9 % in three minutes',
    file: 'A file of yours',
  },
  choose: 'Choose a CSV file',
  drop: 'or drop it here. It has a header with time, price (or close), and symbol; without that it moves the symbol above.',
  reading: (share: number) => `Reading, ${Math.round(share * 100)} %`,
  speed: 'Speed',
  speedOf: (times: number) => `${times}×`,
  jump: 'Jump from price to price instead of walking',
  fileIs: (name: string, prices: number) =>
    `${name}: ${prices.toLocaleString('en-US')} ${prices === 1 ? 'price' : 'prices'}`,
  plan: (moves: number, symbols: string, span: string) =>
    `${moves.toLocaleString('en-US')} ${moves === 1 ? 'move' : 'moves'} of ${symbols}, in ${span}`,
  andMore: (count: number) => ` and ${count} more`,
  tooMany: (moves: number, most: number) =>
    `${moves.toLocaleString('en-US')} moves are more than the ${most.toLocaleString('en-US')} that a user has in a day. ` +
    'Play it faster, or take a shorter tape.',
  unknownSymbol: (symbol: string) => `There is no market ${symbol} here`,
  problems: {
    large: 'The file is larger than 16 MB. Take a part of it.',
    binary: 'The file is no text. A tape is CSV.',
    unreadable: 'The browser cannot read the file.',
  },
  notATape: 'This file is no tape',
  play: 'Play',
  goOn: 'Go on',
  again: 'Play again',
  pause: 'Pause',
  stop: 'Stop',
  progress: 'Progress of the tape',
  at: (position: string, length: string, done: number, count: number) =>
    `${position} of ${length}, ${done} of ${count} moves`,
  latest: (symbol: string, price: string) => `${symbol} to ${price}`,
  statuses: {
    ready: 'Ready. At its end, and when it is stopped, the market returns to its feed.',
    playing: 'Playing. It stops when you leave this page.',
    paused: 'Paused. The market stays where it is until you go on or stop.',
    ended: 'Played to its end. The market returns to its feed.',
  },
  left: 'The tape was stopped because you left the page. The market returns to its feed.',
}
