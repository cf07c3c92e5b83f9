/** What a server says to the commands of one write, an answer each; nothing to some. */
export type Said = readonly (string | undefined)[]
/** What servers do to that row which offer PIPELINING and do not bear it; `close` hangs up. */
export const hostileRows: readonly [name: string, spoil: (said: Said) => Said][] = [
  ['leaves out the first', (said) => said.slice(1)],
  ['leaves out the second', (said) => said.filter((_, index) => index !== 1)],
  ['leaves out the last', (said) => said.slice(0, -1)],
  ['leaves out what it refuses', (said) => said.filter((each) => each?.startsWith('5') !== true)],
  ['answers the first only', (said) => said.slice(0, 1)],
  ['answers the last only', (said) => said.slice(-1)],
  [
    'answers once for all',
    (said) => [said[0]?.replace(' ', '-'), ...said.slice(1, -1).map((each) => each?.replace(' ', '-')), said.at(-1)],
  ],
  [
    'answers once for those it takes',
    (said) => said.filter((each, index) => !(each === '250 Ok' && said[index + 1] === each)),
  ],
  [
    'says refusals in two lines that both seem the last',
    (said) => said.flatMap((each) => (each?.startsWith('5') === true ? [each, '550 See https://x.test'] : [each])),
  ],
  ['says everything twice', (said) => said.flatMap((each) => [each, each])],
  [
    'speaks of itself in between',
    (said) => said.flatMap((each, index) => (index === 1 ? ['250 mx.test is here', each] : [each])),
  ],
  ['turns the row around', (said) => said.toReversed()],
  ['says what it takes first', (said) => said.toSorted()],
  ['says what it refuses first', (said) => said.toSorted().toReversed()],
  ['moves each answer by one', (said) => [...said.slice(1), said[0]]],
  ['hangs up behind the second', (said) => [...said.slice(0, 2), 'close']],
  ['says 421 behind the second', (said) => [...said.slice(0, 2), '421 4.7.0 too many', 'close']],
  ['says 421 instead of the second', (said) => [said[0], '421 4.7.0 too many', 'close']],
  ['answers with a mess', (said) => ['\0\0mess', ...said.slice(1)]],
  ['has lost its line breaks', (said) => [said.join(' ')]],
  ['says nothing at all', () => []],
]
