import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { blockTypes } from '../../../../src/email/blocks/index.ts'
import { readDocument } from '../../../../src/email/document/index.ts'
import { renderEmail } from '../../../../src/email/render/index.ts'
import { type Starter, starterImages, starters } from '../../../../src/surfaces/templates/starters/index.ts'

const folder = `${import.meta.dir}/../../../../src/surfaces/templates/starters/images`
const renderings = `${import.meta.dir}/../../../../scripts/illustrations/svg`

/** Width and height as the file itself says: the IHDR chunk of a PNG, the frame header of a JPEG. */
function sizeOf(bytes: Uint8Array): { mime: string; width: number; height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(0) === 0x89504e47) {
    return { mime: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
  }
  let at = 2
  while (at < bytes.length) {
    const marker = view.getUint16(at)
    if (marker >= 0xffc0 && marker <= 0xffc2) {
      return { mime: 'image/jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    at += 2 + view.getUint16(at + 2)
  }
  throw new Error('neither a PNG nor a JPEG')
}

function htmlOf(starter: Starter): string {
  const read = readDocument(starter.document, blockTypes)
  if ('issues' in read) throw new Error(JSON.stringify(read.issues))
  return renderEmail(read.document, blockTypes, { data: starter.data, now: Date.UTC(2026, 10, 21) }).html ?? ''
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
}

test('the listing names every file in the folder, and nothing else', () => {
  expect([...starterImages.keys()].sort()).toEqual(readdirSync(folder).sort())
})

test('every picture has its drawing', () => {
  const rendered = readdirSync(renderings).map((file) => file.replace('.svg', ''))
  expect(rendered.sort()).toEqual([...starterImages.keys()].map((file) => file.replace(/\.\w+$/, '')).sort())
})

test('the listing tells the true type and size of each picture', async () => {
  for (const { file, ...listed } of starterImages.values()) {
    expect({ file, ...sizeOf(await Bun.file(`${folder}/${file}`).bytes()) }).toEqual({ file, ...listed })
  }
})

test('a picture weighs at most 100 kB, and all of them a megabyte', () => {
  const sizes = [...starterImages.keys()].map((file) => Bun.file(`${folder}/${file}`).size)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100 * 1024)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1024 * 1024)
})

test('every picture is used', () => {
  const source = JSON.stringify(starters)
  expect([...starterImages.keys()].filter((file) => !source.includes(`/cdn/starters/${file}`))).toEqual([])
})

describe.each(starters.map((starter) => [starter.key, starter] as const))('the pictures of %s', (_key, starter) => {
  test('exist, have an alternative text and are drawn at half their size', () => {
    for (const [tag] of htmlOf(starter).matchAll(/<img\b[^>]*>/g)) {
      const file = attribute(tag, 'src')?.split('/cdn/starters/')[1]
      if (file === undefined) continue
      const listed = starterImages.get(file)
      if (listed === undefined) throw new Error(`${file} is not listed`)
      expect(attribute(tag, 'alt')).toBeDefined()
      expect(attribute(tag, 'alt')).not.toContain('.png')
      expect(Number(attribute(tag, 'width'))).toBeLessThanOrEqual(listed.width / 2)
    }
  })

  test('say what they show where they are links', () => {
    for (const [, inside = ''] of htmlOf(starter).matchAll(/<a\b[^>]*>\s*(<img\b[^>]*>)\s*<\/a>/g)) {
      const alt = attribute(inside, 'alt') ?? ''
      expect(alt.length).toBeGreaterThan(2)
    }
  })
})
