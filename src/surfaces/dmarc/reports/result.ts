/**
 * The result of a record as one small number, in records and rollups: bits 0 and 1 are the disposition, bit 2 aligned DKIM,
 * bit 3 aligned SPF, bits 4 to 6 the override, bits 7 and 8 the alignment as recomputed from the authentication results.
 * The last two are in records only.
 */
export const dispositions = ['none', 'quarantine', 'reject', 'pass'] as const
export type Disposition = (typeof dispositions)[number]

/** Reasons of RFC 9990 and RFC 7489 for which a receiver did not apply the policy, by what they say about the sender. */
export const overrides = ['none', 'forwarded', 'mailing_list', 'local_policy', 'test', 'other'] as const
export type Override = (typeof overrides)[number]

export interface RecordResult {
  readonly disposition: Disposition
  readonly dkimAligned: boolean
  readonly spfAligned: boolean
  readonly override: Override
}

export interface FullResult extends RecordResult {
  readonly computedDkimAligned: boolean
  readonly computedSpfAligned: boolean
}

/** Bits of aligned DKIM and SPF; a message fails if both are 0. */
export const alignedBits = 0b1100

/** The part of a result that rollups keep. */
export const rollupMask = 0b111_1111

export function packResult(result: FullResult): number {
  return (
    dispositions.indexOf(result.disposition) |
    (Number(result.dkimAligned) << 2) |
    (Number(result.spfAligned) << 3) |
    (overrides.indexOf(result.override) << 4) |
    (Number(result.computedDkimAligned) << 7) |
    (Number(result.computedSpfAligned) << 8)
  )
}

export function unpackResult(packed: number): FullResult {
  return {
    disposition: dispositions[packed & 3] ?? 'none',
    dkimAligned: (packed & 4) !== 0,
    spfAligned: (packed & 8) !== 0,
    override: overrides[(packed >> 4) & 7] ?? 'other',
    computedDkimAligned: (packed & 128) !== 0,
    computedSpfAligned: (packed & 256) !== 0,
  }
}

export function overrideOf(types: readonly string[]): Override {
  const [first] = types
  if (first === undefined) return 'none'
  if (types.some((type) => type === 'forwarded' || type === 'trusted_forwarder')) return 'forwarded'
  if (types.includes('mailing_list')) return 'mailing_list'
  if (types.includes('local_policy')) return 'local_policy'
  return types.some((type) => type === 'sampled_out' || type === 'policy_test_mode') ? 'test' : 'other'
}
