/** An authenticator in software, written from Web Authentication Level 3, 6.1 and 6.5: ES256, no attestation. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

export interface PasskeyDevice {
  id: string
  /** What the browser returns for these options of `navigator.credentials.create`. */
  create(options: { challenge: string; user: { id: string } }, said?: Partial<Response>): Registration
  /** What it returns for these options of `navigator.credentials.get`. */
  sign(options: { challenge: string }, said?: Partial<Response>): Assertion
}

interface Registration {
  id: string
  client_data: string
  attestation_object: string
  transports: string[]
}

interface Assertion {
  id: string
  client_data: string
  authenticator_data: string
  signature: string
  user_handle: string
}

/** Of a response, where a test has another than an honest browser. */
interface Response {
  origin: string
  rpId: string
  type: string
  counter: number
  userHandle: string
  /** False if the authenticator only checked that somebody is there. */
  isVerified: boolean
}

export function createPasskeyDevice({ origin }: { origin: string }): PasskeyDevice {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const rpId = new URL(origin).hostname
  let userHandle = ''
  let counter = 0

  const clientData = (type: string, challenge: string, said: Partial<Response>) =>
    Buffer.from(
      JSON.stringify({ type: said.type ?? type, challenge, origin: said.origin ?? origin, crossOrigin: false }),
    )
  const authenticatorData = (said: Partial<Response>, attested = Buffer.alloc(0)) => {
    const flags = 0x01 | (said.isVerified === false ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(said.counter ?? (counter += 1))
    return Buffer.concat([sha256(said.rpId ?? rpId), Buffer.from([flags]), count, attested])
  }

  return {
    id: id.toString('base64url'),
    create({ challenge, user }, said = {}) {
      userHandle = user.id
      // A COSE key of RFC 9053: EC2, ES256, P-256.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const data = authenticatorData(said, attested)
      // CBOR (RFC 8949): {"fmt": "none", "attStmt": {}, "authData": bytes of one-byte length}.
      const object = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return {
        id: id.toString('base64url'),
        client_data: clientData('webauthn.create', challenge, said).toString('base64url'),
        attestation_object: object.toString('base64url'),
        transports: ['internal'],
      }
    },
    sign({ challenge }, said = {}) {
      const client = clientData('webauthn.get', challenge, said)
      const data = authenticatorData(said)
      const signer = createSign('sha256').update(Buffer.concat([data, sha256(client)]))
      return {
        id: id.toString('base64url'),
        client_data: client.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: signer.sign(privateKey).toString('base64url'),
        user_handle: said.userHandle ?? userHandle,
      }
    },
  }
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest()
}
