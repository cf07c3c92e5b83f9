import { expect, test } from 'bun:test'
import { bundleEditor } from '../../scripts/editor.ts'

const packed = (bytes: Uint8Array | undefined) =>
  Bun.gzipSync((bytes ?? new Uint8Array()) as Uint8Array<ArrayBuffer>, { level: 9 }).length

test('the first paint needs at most 70 KB of compressed script, and the style sheet is small', async () => {
  const { files, manifest } = await bundleEditor()
  const first = [manifest.script, ...manifest.preload].reduce((sum, name) => sum + packed(files.get(name)), 0)
  expect(first).toBeLessThan(70 * 1024)
  // Half of it is reserve for languages and hosts; a jump means that a panel or an engine slipped in.
  expect(first).toBeLessThan(40 * 1024)
  expect(packed(files.get(manifest.style))).toBeLessThan(16 * 1024)
})
