/** Image parameters of URLs, and signed URLs, whose parameters are applied exactly. */
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { fits, gravities } from '../../email/image/index.ts'
import { closed, literals, tracked } from '../../kernel/schema/index.ts'
import type { Vault } from '../../platform/identity/index.ts'

const side = (name: string) => Type.Integer({ minimum: 1, maximum: 8192, description: `${name} in CSS pixels.` })

const imageFormats = ['auto', 'jpeg', 'png', 'webp'] as const

/** Schema members of the parameters. */
export const imageMembers = {
  w: Type.Optional(side('Width')),
  h: Type.Optional(side('Height')),
  fit: Type.Optional(
    literals(fits, {
      description:
        'How the image fits width and height. `contain` (default) fits inside them, `cover` crops to fill them, `fill` ' +
        'stretches, `inside` is like `contain` but never enlarges, `pad` is like `contain` and pads with the background ' +
        'color.',
    }),
  ),
  gravity: Type.Optional(
    literals(gravities, {
      description: 'Part that stays visible when cropped; default `center`. `focal` is the focal point of the asset.',
    }),
  ),
  crop: Type.Optional(
    Type.String({
      pattern: '^\\d{1,5},\\d{1,5},[1-9]\\d{0,4},[1-9]\\d{0,4}$',
      description: 'Region to crop first: x, y, width and height in pixels of the original.',
      examples: ['100,50,800,600'],
    }),
  ),
  dpr: Type.Optional(
    Type.Number({ minimum: 1, maximum: 4, description: 'Device pixel ratio: output pixels per CSS pixel.' }),
  ),
  q: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'JPEG and WebP quality; default 80.' })),
  format: Type.Optional(
    literals(imageFormats, {
      description:
        '`auto` returns WebP to clients that accept it. The default is a format that every mail client displays: JPEG, ' +
        'PNG or GIF.',
    }),
  ),
  palette: Type.Optional(Type.Boolean({ description: 'Reduces a PNG to at most 256 colors.' })),
  bg: Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F]{6}$',
      description: 'Background color of transparent areas.',
      examples: ['ffffff'],
    }),
  ),
}

export const ImageParameters = closed(imageMembers, {
  title: 'ImageParameters',
  examples: [{ w: 637, h: 301, fit: 'cover', gravity: 'focal', dpr: 2 }],
})
export type ImageParameters = Static<typeof ImageParameters>

/** Parameters in a URL, with the signature. */
export const ImageQuery = tracked({
  ...imageMembers,
  exp: Type.Optional(Type.String({ maxLength: 20, description: 'Expiry of the signature in Unix seconds.' })),
  sig: Type.Optional(Type.String({ maxLength: 200, description: 'Signature of the URL.' })),
})
export type ImageQuery = Static<typeof ImageQuery>

/** Parses the query of a URL in a document; undefined if it is invalid. */
export function readImageQuery(search: string): ImageQuery | undefined {
  const given = [...new URLSearchParams(search.replaceAll('&amp;', '&'))]
  const query: Record<string, unknown> = Object.fromEntries(given.filter(([name]) => name in ImageQuery.properties))
  for (const name of ['w', 'h', 'dpr', 'q']) if (query[name] !== undefined) query[name] = Number(query[name])
  if (query['palette'] !== undefined) query['palette'] = query['palette'] === 'true'
  return Value.Check(ImageQuery, query) ? query : undefined
}

/** `expiresAt` in Unix ms; without it the signature never expires. */
export function signImage(
  vault: Vault,
  assetId: string,
  { parameters, expiresAt }: { parameters: ImageParameters; expiresAt?: number | undefined },
): string {
  const exp = expiresAt === undefined ? undefined : String(Math.floor(expiresAt / 1000))
  const query = new URLSearchParams(textsOf({ ...parameters, ...(exp === undefined ? {} : { exp }) }))
  query.set('sig', vault.sign(payload(assetId, { ...parameters, ...(exp === undefined ? {} : { exp }) })))
  return query.toString()
}

/** `none` if the query has no signature. */
export function evaluateImage(
  vault: Vault,
  assetId: string,
  { sig, ...signed }: ImageQuery,
  nowMs: number,
): 'none' | 'valid' | 'invalid' | 'expired' {
  if (sig === undefined) return 'none'
  if (!vault.verify(payload(assetId, signed), sig)) return 'invalid'
  return signed.exp === undefined || nowMs < Number(signed.exp) * 1000 ? 'valid' : 'expired'
}

// The purpose comes first, so that no other value signed by the vault is accepted here.
function payload(assetId: string, signed: Omit<ImageQuery, 'sig'>): string {
  return JSON.stringify(['cdn image', assetId, textsOf(signed)])
}

function textsOf(parameters: Omit<ImageQuery, 'sig'>): [string, string][] {
  return Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}
