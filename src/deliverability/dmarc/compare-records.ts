import { readTags } from '../findings/index.ts'
import { type DmarcPolicy, readPercent, readPolicy, strengthOf } from './evaluate-tags.ts'

/** A change of a published record. `weakened` changes let more forged mail through, or end the reports. */
export interface RecordChange {
  readonly code:
    | 'published'
    | 'removed'
    | 'policy_weakened'
    | 'policy_strengthened'
    | 'subdomain_policy_weakened'
    | 'subdomain_policy_strengthened'
    | 'alignment_changed'
    | 'reports_changed'
    | 'reports_removed'
    | 'other_tags_changed'
  readonly isWeakening: boolean
}

/** Changes from one DMARC record to the next; null is an absent record. Empty if the tags are the same. */
export function compareDmarc(before: string | null, after: string | null): RecordChange[] {
  if (before === after) return []
  if (before === null) return [{ code: 'published', isWeakening: false }]
  if (after === null) return [{ code: 'removed', isWeakening: true }]
  const [old, now] = [readTags(before).tags, readTags(after).tags]
  const differs = (names: readonly string[]) => names.some((name) => (old.get(name) ?? '') !== (now.get(name) ?? ''))
  const others = [...new Set([...old.keys(), ...now.keys()])].filter((name) => !compared.has(name))
  const reportsRemoved = old.has('rua') && !now.has('rua')
  const found: RecordChange[] = [
    ...compareStrength('policy', strengthIn(old, 'p'), strengthIn(now, 'p')),
    ...compareStrength('subdomain_policy', weakestBelow(old), weakestBelow(now)),
  ]
  if (differs(['adkim', 'aspf'])) found.push({ code: 'alignment_changed', isWeakening: isLooser(old, now) })
  if (reportsRemoved) found.push({ code: 'reports_removed', isWeakening: true })
  else if (differs(['rua', 'ruf', 'fo'])) found.push({ code: 'reports_changed', isWeakening: false })
  if (differs(others)) found.push({ code: 'other_tags_changed', isWeakening: false })
  return found
}

type Tags = ReadonlyMap<string, string>

const compared = new Set(['p', 'sp', 'np', 't', 'pct', 'adkim', 'aspf', 'rua', 'ruf', 'fo', 'v'])

function compareStrength(what: 'policy' | 'subdomain_policy', before: number, after: number): RecordChange[] {
  if (before === after) return []
  return [{ code: `${what}_${after < before ? 'weakened' : 'strengthened'}`, isWeakening: after < before }]
}

function strengthIn(tags: Tags, name: 'p' | 'sp' | 'np'): number {
  const own = readPolicy(tags.get('p')) ?? (tags.has('rua') ? 'none' : undefined)
  const below = readPolicy(tags.get('sp')) ?? own
  const policies: Record<string, DmarcPolicy | undefined> = {
    p: own,
    sp: below,
    np: readPolicy(tags.get('np')) ?? below,
  }
  return strengthOf(policies[name], { isTest: tags.get('t')?.toLowerCase() === 'y', percent: readPercent(tags) })
}

// Attackers use the name with the weakest policy.
function weakestBelow(tags: Tags): number {
  return Math.min(strengthIn(tags, 'sp'), strengthIn(tags, 'np'))
}

function isLooser(old: Tags, now: Tags): boolean {
  const isStrict = (tags: Tags, name: string) => tags.get(name)?.toLowerCase() === 's'
  return ['adkim', 'aspf'].some((name) => isStrict(old, name) && !isStrict(now, name))
}
