import { expect, test } from 'bun:test'
import { readLines } from '../../src/console/api/read-lines.ts'

function responseOf(parts: readonly Uint8Array<ArrayBuffer>[], onCancel = () => {}): Response {
  const queue = [...parts]
  return new Response(
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const part = queue.shift()
        if (part === undefined) controller.close()
        else controller.enqueue(part)
      },
      cancel: onCancel,
    }),
  )
}

test('lines are whole wherever the response is cut, and the last needs no line break', async () => {
  const text = '{"a":"Ä"}\n{"b":"日本"}\n\n{"c":1}'
  const bytes = new TextEncoder().encode(text)
  for (let size = 1; size <= bytes.length; size++) {
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.slice(at * size, (at + 1) * size),
    )
    expect(await Array.fromAsync(readLines(responseOf(parts)))).toEqual(['{"a":"Ä"}', '{"b":"日本"}', '{"c":1}'])
  }
})

test('leaving the loop cancels the response', async () => {
  const cancelled = Promise.withResolvers<void>()
  const parts = Array.from({ length: 1000 }, () => new TextEncoder().encode('1\n2\n'))
  for await (const line of readLines(responseOf(parts, cancelled.resolve))) if (line === '2') break
  await cancelled.promise
})
