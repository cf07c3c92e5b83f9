/** Documents and images for the tenants of the benchmark. */
import { PNG } from 'pngjs'

/** A document of one block of HTML. */
export function htmlDocument(html: string): Record<string, unknown> {
  return {
    schema: 'svc.email/1',
    meta: { title: 'Tenant', subject: 'For {{ name }}', lang: 'en' },
    theme: { colors: {}, fonts: {} },
    body: { width: 600, breakpoint: 480 },
    fields: [],
    rows: [{ type: 'section', columns: [{ type: 'column', width: { fr: 1 }, blocks: [{ type: 'html', html }] }] }],
  }
}

/** A PNG of random pixels, which no codec makes small; each call gives another one. */
export function randomPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const image = new PNG({ width, height })
  for (let at = 0; at < image.data.length; at += 65_536) crypto.getRandomValues(image.data.subarray(at, at + 65_536))
  return new Uint8Array(PNG.sync.write(image))
}
