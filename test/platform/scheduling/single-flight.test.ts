import { expect, test } from 'bun:test'
import { createSingleFlight } from '../../../src/platform/scheduling/index.ts'

function open() {
  const shared = createSingleFlight<string>()
  const starts: { signal: AbortSignal; finish: (result: string) => void }[] = []
  const start = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      starts.push({ signal, finish: resolve })
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  const messageOf = (work: Promise<string>) => work.catch((error: Error) => error.message)
  return { shared, start, starts, messageOf }
}

test('work for several callers is done once', async () => {
  const { shared, start, starts } = open()
  const both = [shared.get('k', undefined, start), shared.get('k', new AbortController().signal, start)]
  await Promise.resolve()
  expect(starts).toHaveLength(1)
  starts[0]?.finish('done')
  expect(await Promise.all(both)).toEqual(['done', 'done'])
  expect(shared.size).toBe(0)
})

test('work continues for the others when one caller cancels, whoever started it', async () => {
  const { shared, start, starts, messageOf } = open()
  const [first, second] = [new AbortController(), new AbortController()]
  const left = messageOf(shared.get('k', first.signal, start))
  const stays = shared.get('k', second.signal, start)
  first.abort(new Error('gone'))
  expect(await left).toBe('gone')
  expect(starts[0]?.signal.aborted).toBe(false)
  starts[0]?.finish('done')
  expect(await stays).toBe('done')
})

test('work ends when the last caller cancels, and the next call starts again', async () => {
  const { shared, start, starts, messageOf } = open()
  const [first, second] = [new AbortController(), new AbortController()]
  const both = [first, second].map(({ signal }) => messageOf(shared.get('k', signal, start)))
  first.abort(new Error('one'))
  second.abort(new Error('two'))
  expect(starts[0]?.signal.aborted).toBe(true)
  const third = shared.get('k', undefined, start)
  starts[1]?.finish('again')
  expect(await third).toBe('again')
  expect(await Promise.all(both)).toEqual(['one', 'two'])
})

test('a failure reaches all callers, also a start that throws', async () => {
  const { shared, messageOf } = open()
  const broken = () => {
    throw new Error('broken')
  }
  const both = [shared.get('k', undefined, broken), shared.get('k', undefined, broken)]
  expect(await Promise.all(both.map(messageOf))).toEqual(['broken', 'broken'])
})
