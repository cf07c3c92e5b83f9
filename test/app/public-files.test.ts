import { expect, test } from 'bun:test'
import { buildEditor } from '../../scripts/editor.ts'
import { answerPublic } from '../../src/app/public-files.ts'

test('a file that is held packed is the same to whoever takes no gzip', async () => {
  const { files, manifest } = await buildEditor()
  const ask = (encoding: string) =>
    answerPublic(
      new Request('http://svc.test/', { headers: { 'accept-encoding': encoding } }),
      `editor/${manifest.script}`,
      {},
    )
  const [packed, plain] = [await ask('gzip, br'), await ask('identity')]
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(plain.headers.get('content-encoding')).toBeNull()
  const bytes = await plain.bytes()
  expect(bytes).toEqual(files.get(manifest.script) as Uint8Array<ArrayBuffer>)
  expect(Bun.gunzipSync(await packed.bytes())).toEqual(bytes)
})
