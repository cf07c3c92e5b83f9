import { openTable } from '../deliverability/csv/index.ts'
import { readIp } from '../deliverability/ip/index.ts'
import type { Log } from '../platform/log/index.ts'
import type { Network } from '../surfaces/dmarc/index.ts'

interface Range {
  /** Octets in hexadecimal, so that they compare as text. */
  readonly first: string
  readonly last: string
  readonly network: Network
}

/**
 * Finds the network of an IP address in the operator's CSV file: first IP address, last IP address, number, name and
 * optionally country. The file is read at the first request. A file that cannot be read is logged once, and finds nothing.
 */
export function openNetworks(
  file: string | undefined,
  log: Pick<Log, 'warn'>,
): (ip: string) => Promise<Network | undefined> {
  let ranges: Promise<readonly Range[]> | undefined
  return async (ip) => {
    if (file === undefined) return undefined
    ranges ??= readRanges(file).catch((error: unknown) => {
      log.warn('SVC_ASN_FILE cannot be read', { file, error: String(error) })
      return []
    })
    return find(await ranges, hexOf(ip))
  }
}

async function readRanges(file: string): Promise<Range[]> {
  const networks = new Map<string, Network>()
  const ranges: Range[] = []
  for (const [from = '', to = '', number = '', name = '', country = ''] of openTable(
    await Bun.file(file).text(),
  ).rows()) {
    const [first, last] = [hexOf(from.trim()), hexOf(to.trim())]
    const asn = Number(number.trim().replace(/^AS/i, ''))
    if (first === undefined || last === undefined || !Number.isSafeInteger(asn) || first.length !== last.length)
      continue
    const key = `${asn} ${country}`
    const network = networks.get(key) ?? {
      asn,
      name: name.trim().slice(0, 200),
      country: country.trim().slice(0, 2) || null,
    }
    networks.set(key, network)
    ranges.push({ first, last, network })
    if (ranges.length % 20_000 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return ranges.sort((a, b) => (order(a.first) < order(b.first) ? -1 : 1))
}

/** IPv4 before IPv6. */
function order(hex: string): string {
  return `${hex.length} ${hex}`.padStart(36, '0')
}

function hexOf(ip: string): string | undefined {
  return readIp(ip)
    ?.map((octet) => octet.toString(16).padStart(2, '0'))
    .join('')
}

function find(ranges: readonly Range[], hex: string | undefined): Network | undefined {
  if (hex === undefined) return undefined
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (order(ranges[middle]?.first ?? '') <= order(hex)) low = middle + 1
    else high = middle
  }
  const range = ranges[low - 1]
  return range !== undefined && range.last.length === hex.length && hex <= range.last ? range.network : undefined
}
