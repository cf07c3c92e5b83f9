import { describe, expect, test } from 'bun:test'
import { limits } from '../../../../src/kernel/limits.ts'
import { type OutboundAnswer, OutboundError, type Send } from '../../../../src/platform/net/index.ts'
import { fetchImages } from '../../../../src/surfaces/templates/thumbnail/images.ts'

const cdnUrl = 'https://cdn.example.com'
const own = new Uint8Array([1])

/** Other hosts, by the path that is requested. */
const send: Send = async ({ url, maxBodyBytes }) => {
  const path = new URL(url).pathname
  if (path === '/forbidden') throw new OutboundError('blocked_address', 'No.')
  if (path === '/down') throw new OutboundError('connect', 'Nobody is there.')
  if (path === '/large') throw new OutboundError('too_large', 'Too much.')
  const status = path === '/busy' ? 503 : path === '/missing' ? 404 : 200
  const size = path === '/heavy' ? maxBodyBytes : 2
  const answer: OutboundAnswer = { status, headers: {}, body: new Uint8Array(size), isCut: false, url, address: '' }
  return answer
}
const source = {
  send,
  cdnUrl,
  readImage: async (path: string) => (path === '/cdn/a/b.png' ? { bytes: own } : undefined),
}
const other = (path: string) => `https://other.example.com/${path}`

describe('pictures', () => {
  for (const [name, address, found, isWhole] of [
    ['of the service come from where they lie', '/cdn/a/b.png', 1, true],
    ['of the service come so under its public address too', `${cdnUrl}/cdn/a/b.png`, 1, true],
    ['that the service does not have are not there', '/cdn/a/c.png', 0, true],
    ['of other hosts are fetched', other('a.png'), 1, true],
    ['that another host does not have are not there', other('missing'), 0, true],
    ['behind the fence are not there', other('forbidden'), 0, true],
    ['that are too large are not there', other('large'), 0, true],
    ['of a host that does not answer may come later', other('down'), 0, false],
    ['of a busy host may come later', other('busy'), 0, false],
    ['in the address itself are read', 'data:image/png;base64,AQID', 1, true],
    ['in an address that is none are not there', 'data:image/png;base64,%%%', 0, true],
    ['of other schemes are not fetched', 'file:///etc/passwd', 0, true],
    ['without a host are not fetched', 'pictures/a.png', 0, true],
  ] as const)
    test(name, async () => {
      const fetched = await fetchImages([address], source)
      expect([fetched.images.length, fetched.isWhole]).toEqual([found, isWhole])
    })

  test('are as many as the limit allows, in the order of the page', async () => {
    const addresses = Array.from({ length: limits.thumbnailImages + 10 }, (_, index) => other(`${index}.png`))
    const { images } = await fetchImages(addresses, source)
    expect(images.map(({ src }) => src)).toEqual(addresses.slice(0, limits.thumbnailImages))
  })

  test('are no more than the limit allows together', async () => {
    const addresses = Array.from({ length: 10 }, (_, index) => `${other('heavy')}?${index}`)
    const { images } = await fetchImages(addresses, source)
    const total = images.reduce((sum, { bytes }) => sum + bytes.length, 0)
    expect(images.length).toBeGreaterThan(1)
    expect(total).toBeLessThanOrEqual(limits.thumbnailImagesBytes)
  })
})
