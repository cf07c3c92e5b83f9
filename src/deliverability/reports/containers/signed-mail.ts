import { berMembersOf, berOctetsOf, readBer, readObjectId } from '../../x509/index.ts'
import { joinBytes } from './byte-source.ts'

const signedData = '1.2.840.113549.1.7.2'

/**
 * The MIME entity inside of opaque S/MIME (RFC 8551 3.5.2, RFC 5652 5): the content of signed data, whose signature is not
 * verified. Undefined for other content, such as encrypted mail.
 */
export function unwrapSigned(bytes: Uint8Array): Uint8Array | undefined {
  const [type, body] = berMembersOf(readBer(bytes))
  if (type === undefined || readId(type) !== signedData) return undefined
  const [content] = berMembersOf(body)
  // Version, digest algorithms, then the encapsulated content.
  const [, , encapsulated] = berMembersOf(content)
  const [, wrapped] = berMembersOf(encapsulated)
  const octets = berMembersOf(wrapped).flatMap(berOctetsOf)
  return octets.length === 0 ? undefined : joinBytes(octets)
}

function readId({ content, tag }: { tag: number; content: Uint8Array }): string | undefined {
  return tag === 0x06 ? readObjectId({ tag, content, whole: content }) : undefined
}
