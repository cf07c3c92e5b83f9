import { expect, test } from 'bun:test'
import { bundleConsole } from '../../scripts/console.ts'

const maxFirstBytes = 90_000

test('the first page of the console loads at most 90 KB of packed script, and sections later', async () => {
  const { files, manifest } = await bundleConsole()
  const packed = (name: string) => Bun.gzipSync(new Uint8Array(files.get(name) ?? [])).byteLength
  const scripts = [...files.keys()].filter((name) => name.endsWith('.js'))
  const first = [manifest.script, ...manifest.preload]
  const bytes = first.reduce((sum, name) => sum + packed(name), 0)
  expect(bytes).toBeLessThan(maxFirstBytes)
  expect(scripts.length).toBeGreaterThan(first.length)
  const print = (names: readonly string[]) => names.reduce((sum, name) => sum + packed(name), 0)
  console.log(`console: ${bytes} bytes of script first, ${print(scripts)} in all, style ${packed(manifest.style)}`)
})

test('the console loads nothing from other origins', async () => {
  const { files } = await bundleConsole()
  for (const [name, bytes] of files)
    expect(new TextDecoder().decode(bytes).match(/(?:import|url)\(["']?https?:[^)]*\)/g) ?? [], name).toEqual([])
})
