import { parseTagged, printTag } from '../../../data/index.ts'
import type { Condition } from '../../../data/index.ts'
import { nativeOf } from '../../tags/extracted.ts'
import { type Choice, type Region, allOf } from '../regions.ts'
import type { InheritedStyle } from '../inherited-style.ts'
import type { Atom } from './atom.ts'

export type Branch = Extract<Atom, { kind: 'branch' }>

/** A variant of a line with its condition. */
export interface Reading {
  when: Condition
  atoms: Atom[]
}

/** Maximum number of choices in a line that are expanded into separate lines. */
const maxChoices = 2

/**
 * The variants of a line with conditions, exactly one of which is shown. Undefined if there are none or too many, or if a
 * condition is unknown.
 */
export function readingsOf(atoms: readonly Atom[]): Reading[] | undefined {
  const choices = new Set<Choice>()
  for (const atom of atoms) if (atom.kind === 'branch' && atom.region.kind === 'when') choices.add(atom.region.choice)
  if (choices.size === 0 || choices.size > maxChoices) return undefined
  let readings: { conditions: Condition[]; atoms: Atom[] }[] = [{ conditions: [], atoms: [...atoms] }]
  for (const choice of choices) {
    const branches = branchesOf(atoms, choice)
    if (!branches.every(({ region }) => region.kind === 'when')) return undefined
    readings = readings.flatMap((reading) => {
      const modes = branches.map((branch) => ({
        chosen: branch as Branch | undefined,
        when: conditionOf(branch.region),
      }))
      if (choice.none !== undefined) modes.push({ chosen: undefined, when: choice.none })
      return modes.map(({ chosen, when }) => ({
        conditions: [...reading.conditions, when],
        atoms: reading.atoms.flatMap((atom): Atom[] =>
          atom.kind !== 'branch' || atom.region.choice !== choice ? [atom] : atom === chosen ? atom.atoms : [],
        ),
      }))
    })
  }
  return readings.map(({ conditions, atoms: read }) => ({ when: allOf(conditions), atoms: read }))
}

function branchesOf(atoms: readonly Atom[], choice: Choice): Branch[] {
  return atoms.filter((atom): atom is Branch => atom.kind === 'branch' && atom.region.choice === choice)
}

function conditionOf(region: Region): Condition {
  return region.kind === 'when' ? region.condition : { op: 'and', of: [] }
}

/** Replaces `{% if name %}{{ name }}{% else %}you{% endif %}` with a merge tag that has a fallback. */
export function joinFallbacks(atoms: readonly Atom[]): Atom[] {
  const out: Atom[] = []
  for (let at = 0; at < atoms.length; at++) {
    const atom = atoms[at] as Atom
    if (atom.kind !== 'branch') {
      out.push(atom)
      continue
    }
    const joined = fallbackOf(atom, atoms[at + 1])
    if (joined === undefined) out.push({ ...atom, atoms: joinFallbacks(atom.atoms) })
    else {
      out.push(joined)
      at++
    }
  }
  return out
}

function fallbackOf(first: Branch, second: Atom | undefined): Atom | undefined {
  if (second?.kind !== 'branch' || second.region.choice !== first.region.choice) return undefined
  if (first.region.choice.branches.length !== 2 || first.region.kind !== 'when') return undefined
  const { condition } = first.region
  const [value, more] = first.atoms
  if (condition.op !== 'exists' || value?.kind !== 'tag' || more !== undefined) return undefined
  const [tag, others] = parseTagged(value.liquid).parts
  if (typeof tag !== 'object' || others !== undefined || !('path' in tag)) return undefined
  if (tag.path !== condition.path || tag.fallback !== undefined || tag.filters !== undefined || tag.raw)
    return undefined
  if (!second.atoms.every((atom) => atom.kind === 'text')) return undefined
  const fallback = second.atoms.map((atom) => (atom.kind === 'text' ? atom.text : '')).join('')
  return { ...value, liquid: printTag({ path: tag.path, fallback: fallback.replace(/\s+/g, ' ') }) }
}

/** Replaces branches with their content and their original tags. */
export function flattenBranches(atoms: readonly Atom[], inherited: InheritedStyle): Atom[] {
  return atoms.flatMap((atom): Atom[] => {
    if (atom.kind !== 'branch') return [atom]
    const { open, close, kind } = atom.region
    const isLoop = kind === 'each' && open.source.startsWith('{{')
    const inside = flattenBranches(atom.atoms, inherited).map((one): Atom => (isLoop ? asWritten(one) : one))
    const place = { inherited: lookOf(atom.atoms) ?? inherited, link: undefined }
    const written = (liquid: string | undefined): Atom =>
      liquid === undefined ? { kind: 'unsupported' } : { kind: 'tag', liquid, source: liquid, ...place, isSilent: true }
    return [written(nativeOf(open)), ...inside, ...(close === undefined ? [] : [written(nativeOf(close))])]
  })
}

// References to an item by a generated name.
function asWritten(atom: Atom): Atom {
  return atom.kind === 'tag' ? { ...atom, liquid: atom.source } : atom
}

function lookOf(atoms: readonly Atom[]): InheritedStyle | undefined {
  const first = atoms.find((atom) => atom.kind === 'text' || atom.kind === 'tag')
  return first === undefined ? undefined : 'look' in first ? first.inherited : undefined
}
