import packet from 'dns-packet'
import type { DnsAnswer, DnsOutcome, RecordData, RecordType } from './records.ts'

/** A DNS query, with the id that the reply must have. */
export interface Question {
  readonly id: number
  readonly name: string
  readonly type: RecordType
  /** Requests the signatures as well (DO, RFC 3225). */
  readonly isSigned: boolean
}

/** A reply that matches its question. */
export interface Reply {
  readonly rcode: string
  readonly isTruncated: boolean
  readonly answer: DnsAnswer
}

/** A UDP payload that fits every path without fragmentation, bytes (DNS flag day 2020). */
const udpPayloadBytes = 1232
const authenticData = 1 << 5
const maxAliases = 16
const maxTtl = 3600
/** Seconds. RFC 2308 5 allows up to three hours; new records should be visible sooner. */
const maxNegativeTtl = 300

/** Encodes a question: sets RD and AD, and EDNS unless the server does not support it. */
export function writeQuestion({ id, name, type, isSigned }: Question, hasEdns: boolean): Buffer {
  return packet.encode({
    type: 'query',
    id,
    flags: packet.RECURSION_DESIRED | authenticData,
    questions: [{ type, name, class: 'IN' }],
    additionals: hasEdns
      ? [
          {
            type: 'OPT',
            name: '.',
            udpPayloadSize: udpPayloadBytes,
            extendedRcode: 0,
            ednsVersion: 0,
            flags: isSigned ? packet.DNSSEC_OK : 0,
            flag_do: isSigned,
            options: [],
          },
        ]
      : [],
  })
}

/** Decodes a reply; undefined if it does not match the question: RFC 5452 9.1. */
export function readReply(bytes: Uint8Array, question: Question): Reply | undefined {
  if (!isPlausible(bytes)) return undefined
  let decoded: packet.DecodedPacket
  try {
    decoded = packet.decode(Buffer.from(bytes))
  } catch {
    return undefined
  }
  const [asked] = decoded.questions ?? []
  const isOurs =
    decoded.type === 'response' &&
    decoded.id === question.id &&
    decoded.questions?.length === 1 &&
    asked?.type === question.type &&
    sameName(asked.name, question.name)
  if (!isOurs) return undefined
  const rcode = 'rcode' in decoded ? String(decoded.rcode) : ''
  return { rcode, isTruncated: decoded.flag_tc, answer: readAnswer(decoded, question, rcode) }
}

function readAnswer(decoded: packet.DecodedPacket, { name, type }: Question, rcode: string): DnsAnswer {
  const answers = decoded.answers ?? []
  const ttls: number[] = []
  let owner = name
  let hops = 0
  for (; hops < maxAliases && type !== 'CNAME'; hops++) {
    const alias = answers.find((each) => each.type === 'CNAME' && sameName(each.name, owner))
    if (alias?.type !== 'CNAME') break
    owner = String(alias.data)
    ttls.push(ttlOf(alias))
  }
  const own = answers.filter((each) => each.type === type && sameName(each.name, owner))
  ttls.push(...own.map(ttlOf))
  const outcome =
    own.length === 0 && (hops === maxAliases || isBesideThePoint(decoded, hops === 0))
      ? 'failed'
      : outcomeOf(rcode, own.length > 0)
  return {
    outcome,
    rcode,
    isAuthentic: decoded.flag_ad,
    records: outcome === 'found' ? own.map((each) => dataOf(type, 'data' in each ? each.data : undefined)) : [],
    owner,
    ttlSeconds: outcome === 'found' ? Math.min(maxTtl, ...ttls) : negativeTtl(decoded),
  }
}

// RFC 2308 2.2: without records and without an SOA, name servers in the authority section are a referral by a server that
// does not recurse; records of other names are no answer. Neither proves that there are no records.
function isBesideThePoint(
  { answers = [], authorities = [], ...decoded }: packet.DecodedPacket,
  isNameItself: boolean,
): boolean {
  if (!('rcode' in decoded) || String(decoded.rcode) !== 'NOERROR') return false
  if (answers.length > 0) return isNameItself
  return authorities.some(({ type }) => type === 'NS') && !authorities.some(({ type }) => type === 'SOA')
}

function outcomeOf(rcode: string, hasRecords: boolean): DnsOutcome {
  if (rcode === 'NXDOMAIN') return 'no_name'
  if (rcode === 'REFUSED') return 'refused'
  if (rcode !== 'NOERROR') return 'failed'
  return hasRecords ? 'found' : 'no_data'
}

// RFC 1035 4.1: a header of 12 bytes contains the number of records, each of at least 11 bytes. The codec trusts it, and
// would allocate up to 65,535 of them.
function isPlausible(bytes: Uint8Array): boolean {
  if (bytes.length < 12) return false
  const header = new DataView(bytes.buffer, bytes.byteOffset, 12)
  const records = [6, 8, 10].reduce((sum, at) => sum + header.getUint16(at), 0)
  return header.getUint16(4) === 1 && records <= (bytes.length - 12) / 11
}

function dataOf(type: RecordType, data: unknown): RecordData[RecordType] {
  if (type !== 'TXT') return data as RecordData[RecordType]
  const strings = (Array.isArray(data) ? data : [data]) as (Buffer | string)[]
  return Buffer.concat(strings.map((each) => Buffer.from(each))).toString('utf8')
}

// RFC 2308 5: the lower of the SOA's TTL and its minimum field; without an SOA there is no caching.
function negativeTtl(decoded: packet.DecodedPacket): number {
  const soa = decoded.authorities?.find((each) => each.type === 'SOA')
  return soa?.type === 'SOA' ? Math.min(maxNegativeTtl, ttlOf(soa), soa.data.minimum ?? 0) : 0
}

function ttlOf(record: packet.Answer): number {
  const ttl = 'ttl' in record ? (record.ttl ?? 0) : 0
  // RFC 2181 8: a TTL with the highest bit set counts as zero.
  return ttl > 0x7fffffff ? 0 : ttl
}

function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
