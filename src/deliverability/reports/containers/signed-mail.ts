import { berMembersOf, berOctetsOf, readBer, readObjectId } from '../../x509/index.ts'
import { InputError, joinBytes } from './byte-source.ts'

const signedData = '1.2.840.113549.1.7.2'
/** Enveloped and authenticated-enveloped data (RFC 5652 6, RFC 5083). */
const encryptedData = ['1.2.840.113549.1.7.3', '1.2.840.113549.1.9.16.1.23']

/**
 * The MIME entity inside of opaque S/MIME (RFC 8551 3.5.2, RFC 5652 5): the content of signed data, whose signature is not
 * verified. Undefined for other content; InputError for encrypted mail.
 */
export function unwrapSigned(bytes: Uint8Array): Uint8Array | undefined {
  const [type, body] = berMembersOf(readBer(bytes))
  const id = type === undefined ? undefined : readId(type)
  if (id !== undefined && encryptedData.includes(id))
    throw new InputError(
      'encrypted',
      'The mail is encrypted with S/MIME: ask the reporter to send reports unencrypted.',
    )
  if (id !== signedData) return undefined
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
