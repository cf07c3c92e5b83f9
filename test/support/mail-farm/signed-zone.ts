/** A record of a zone: as it goes over the wire, and as a zone file writes it. */
export interface SignedRecord {
  /** Without the dot at the end. */
  readonly name: string
  readonly type: string
  readonly wire: Buffer
  readonly text: string
}

/** Records of a zone that is signed. */
export const record = {
  soa(name: string): SignedRecord {
    const numbers = Buffer.alloc(20)
    for (const [index, value] of [1, 60, 60, 60, 5].entries()) numbers.writeUInt32BE(value, index * 4)
    const wire = Buffer.concat([wireName(`ns.${name}`), wireName(`root.${name}`), numbers])
    return { name, type: 'SOA', wire, text: `ns.${name}. root.${name}. 1 60 60 60 5` }
  },
  ns: (name: string, host: string): SignedRecord => ({ name, type: 'NS', wire: wireName(host), text: `${host}.` }),
  a: (name: string, address: string): SignedRecord => ({
    name,
    type: 'A',
    wire: Buffer.from(address.split('.').map(Number)),
    text: address,
  }),
  mx(name: string, host: string): SignedRecord {
    return { name, type: 'MX', wire: Buffer.concat([Buffer.from([0, 10]), wireName(host)]), text: `10 ${host}.` }
  },
  txt(name: string, value: string): SignedRecord {
    return {
      name,
      type: 'TXT',
      wire: Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]),
      text: `"${value}"`,
    }
  },
  /** `3 1 1` of a hash. */
  tlsa(name: string, hash: Buffer): SignedRecord {
    return {
      name,
      type: 'TLSA',
      wire: Buffer.concat([Buffer.from([3, 1, 1]), hash]),
      text: `3 1 1 ${hash.toString('hex')}`,
    }
  },
}

/** A zone signed for a day (RFC 4034, ECDSA P-256), with the line that has a resolver trust it. */
export interface SignedZone {
  readonly text: string
  readonly trustAnchor: string
}

const ttl = 60
const algorithm = 13
const types: Readonly<Record<string, number>> = {
  A: 1,
  NS: 2,
  SOA: 6,
  MX: 15,
  TXT: 16,
  RRSIG: 46,
  NSEC: 47,
  DNSKEY: 48,
  TLSA: 52,
}

type RecordSet = { name: string; type: string; wires: Buffer[]; texts: string[] }

/** Signs the records of a zone with a key made for it; names that are not there are denied by a chain (NSEC). */
export async function signZone(origin: string, records: readonly SignedRecord[]): Promise<SignedZone> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const point = Buffer.from(await crypto.subtle.exportKey('raw', keys.publicKey)).subarray(1)
  const keyText = `257 3 ${algorithm} ${point.toString('base64')}`
  const key = Buffer.concat([Buffer.from([1, 1, 3, algorithm]), point])
  const sets = [...gather(records), { name: origin, type: 'DNSKEY', wires: [key], texts: [keyText] }]
  sets.push(...chain(sets))
  const lines: string[] = []
  for (const set of sets) {
    lines.push(...set.texts.map((text) => `${set.name}. ${ttl} IN ${set.type} ${text}`))
    lines.push(
      `${set.name}. ${ttl} IN RRSIG ${await sign(set, { origin, keyTag: tagOf(key), privateKey: keys.privateKey })}`,
    )
  }
  return { text: `${lines.join('\n')}\n`, trustAnchor: `${origin}. IN DNSKEY ${keyText}` }
}

function gather(records: readonly SignedRecord[]): RecordSet[] {
  const sets = new Map<string, RecordSet>()
  for (const { name, text, type, wire } of records) {
    const set = sets.get(`${name} ${type}`) ?? { name, type, wires: [], texts: [] }
    set.wires.push(wire)
    set.texts.push(text)
    sets.set(`${name} ${type}`, set)
  }
  return [...sets.values()]
}

// RFC 4034 6.1: by labels, the last first.
function chain(sets: readonly RecordSet[]): RecordSet[] {
  const order = (name: string) => name.split('.').toReversed().join('\0')
  const names = [...new Set(sets.map(({ name }) => name))].sort((one, other) => (order(one) < order(other) ? -1 : 1))
  return names.map((name, index) => {
    const next = names[(index + 1) % names.length] ?? name
    const own = [...sets.filter((set) => set.name === name).map(({ type }) => type), 'RRSIG', 'NSEC']
    return {
      name,
      type: 'NSEC',
      wires: [Buffer.concat([wireName(next), bitmap(own)])],
      texts: [`${next}. ${own.join(' ')}`],
    }
  })
}

async function sign(
  { name, type, wires }: RecordSet,
  { keyTag, origin, privateKey }: { origin: string; keyTag: number; privateKey: CryptoKey },
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const [from, until] = [now - 3600, now + 86_400]
  const labels = name.split('.').length
  const head = Buffer.alloc(18)
  head.writeUInt16BE(types[type] ?? 0, 0)
  head.writeUInt8(algorithm, 2)
  head.writeUInt8(labels, 3)
  head.writeUInt32BE(ttl, 4)
  head.writeUInt32BE(until, 8)
  head.writeUInt32BE(from, 12)
  head.writeUInt16BE(keyTag, 16)
  const rows = wires
    .toSorted((one, other) => Buffer.compare(one, other))
    .map((wire) => {
      const middle = Buffer.alloc(10)
      middle.writeUInt16BE(types[type] ?? 0, 0)
      middle.writeUInt16BE(1, 2)
      middle.writeUInt32BE(ttl, 4)
      middle.writeUInt16BE(wire.length, 8)
      return Buffer.concat([wireName(name), middle, wire])
    })
  const signed = new Uint8Array(Buffer.concat([head, wireName(origin), ...rows]))
  const signature = Buffer.from(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, signed))
  return `${type} ${algorithm} ${labels} ${ttl} ${written(until)} ${written(from)} ${keyTag} ${origin}. ${signature.toString('base64')}`
}

// RFC 4034 3.2: times without anything between.
function written(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replaceAll(/\D/g, '').slice(0, 14)
}

function wireName(name: string): Buffer {
  const labels = name.toLowerCase().split('.')
  return Buffer.concat([
    ...labels.map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`)),
    Buffer.from([0]),
  ])
}

// RFC 4034 4.1.2: all types here are below 256.
function bitmap(names: readonly string[]): Buffer {
  const bytes = Buffer.alloc(8)
  for (const name of names) {
    const type = types[name] ?? 0
    bytes[type >> 3] = (bytes[type >> 3] ?? 0) | (0x80 >> (type & 7))
  }
  const length = bytes.findLastIndex((byte) => byte !== 0) + 1
  return Buffer.concat([Buffer.from([0, length]), bytes.subarray(0, length)])
}

// RFC 4034 B.
function tagOf(key: Buffer): number {
  let sum = 0
  for (const [index, byte] of key.entries()) sum += index % 2 === 0 ? byte << 8 : byte
  return (sum + ((sum >> 16) & 0xffff)) & 0xffff
}
