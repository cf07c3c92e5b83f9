import type { Atom } from './atom.ts'
import type { Branch } from './branches.ts'

/** Unchanged lines, or lines under a template region, without their final break. */
export type LinePart =
  { atoms: Atom[] } | { branch: Branch; atoms: Atom[]; /** The iterations share a line. */ sharesLine: boolean }

/**
 * Splits a run where a condition or loop covers whole lines; undefined if none does. A loop must end its lines itself,
 * unless it repeats only images and buttons.
 */
export function splitBranchLines(pieces: readonly Atom[]): LinePart[] | undefined {
  const parts: LinePart[] = []
  let atoms: Atom[] = []
  let isInLine = false
  const end = () => {
    if (atoms.some((atom) => !isBlankText(atom))) parts.push({ atoms })
    atoms = []
  }
  for (let at = 0; at < pieces.length;) {
    const group = groupAt(pieces, at)
    if (group === undefined) {
      atoms.push(pieces[at] as Atom)
      at++
      continue
    }
    const before = atoms.findLast((atom) => !isBlankText(atom))
    const isAtStart = before === undefined ? !isInLine : before.kind === 'break'
    const lines = linesOf(pieces, { ...group, isAtStart })
    if (lines === undefined) {
      atoms.push(...pieces.slice(at, group.to))
      at = group.to
      continue
    }
    end()
    parts.push(...lines.parts)
    at = lines.to
    isInLine = lines.isOpen
  }
  end()
  return parts.some((part) => 'branch' in part) ? parts : undefined
}

interface Group {
  branches: Branch[]
  /** Index of the piece after the group. */
  to: number
}

// Collects adjacent branches of one choice.
function groupAt(pieces: readonly Atom[], from: number): Group | undefined {
  const first = pieces[from] as Atom
  if (first.kind !== 'branch') return undefined
  const branches: Branch[] = []
  let to = from
  for (let at = from; at < pieces.length; at++) {
    const atom = pieces[at] as Atom
    if (isBlankText(atom)) continue
    if (atom.kind !== 'branch' || atom.region.choice !== first.region.choice) break
    branches.push(atom)
    to = at + 1
  }
  return { branches, to }
}

function linesOf(
  pieces: readonly Atom[],
  { branches, isAtStart, to }: Group & { isAtStart: boolean },
): { parts: LinePart[]; to: number; isOpen: boolean } | undefined {
  if (!branches.every(isConvertible)) return undefined
  const inner = branches.map(({ atoms }) => trimmed(atoms))
  const opens = inner.every(opensLine)
  const closes = inner.every(endsLine)
  let next = to
  while (next < pieces.length && isBlankText(pieces[next] as Atom)) next++
  const after = pieces[next]
  const endsBefore =
    after === undefined || after.kind === 'break' || (after.kind === 'branch' && opensLine(trimmed(after.atoms)))
  if (isAtStart ? !endsBefore && !closes : !opens || closes || !endsBefore) return undefined
  const sharesLine = isAtStart ? !closes : !opens
  const parts: LinePart[] = []
  for (const [index, branch] of branches.entries()) {
    const atoms = isAtStart ? (inner[index] as Atom[]) : (inner[index] as Atom[]).slice(1)
    const isRepeated = sharesLine && branch.region.kind !== 'when'
    if (isRepeated && !atoms.every((atom) => isBlankText(atom) || atom.kind === 'image' || atom.kind === 'button'))
      return undefined
    parts.push({ branch, atoms, sharesLine: isRepeated })
  }
  if (isAtStart && closes) return { parts, to, isOpen: false }
  // The break after the last line of a condition ends only that line.
  return after?.kind === 'break' ? { parts, to: next + 1, isOpen: false } : { parts, to, isOpen: true }
}

function endsLine(atoms: readonly Atom[]): boolean {
  const last = atoms.at(-1)
  return last?.kind === 'break' || (last?.kind === 'branch' && endsLine(trimmed(last.atoms)))
}

function opensLine([first]: readonly Atom[]): boolean {
  return first?.kind === 'break'
}

// Tags without a document equivalent stay visible in the text.
function isConvertible({ region, atoms }: Branch): boolean {
  if (!atoms.some((atom) => !isBlankText(atom))) return false
  return region.kind === 'when' || region.kind === 'each' || (region.kind === 'native' && holdsObject(atoms))
}

function holdsObject(atoms: readonly Atom[]): boolean {
  return atoms.some(
    (atom) => atom.kind === 'image' || atom.kind === 'button' || (atom.kind === 'branch' && holdsObject(atom.atoms)),
  )
}

function trimmed(atoms: readonly Atom[]): Atom[] {
  const from = atoms.findIndex((atom) => !isBlankText(atom))
  return from < 0 ? [] : atoms.slice(from, atoms.findLastIndex((atom) => !isBlankText(atom)) + 1)
}

function isBlankText(atom: Atom): boolean {
  return atom.kind === 'text' && /^[ \t\n\r\f]*$/.test(atom.text)
}
