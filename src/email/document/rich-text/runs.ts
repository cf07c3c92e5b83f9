import type { Link, Marks, Run } from '../model.ts'

const markKeys = [
  'bold',
  'italic',
  'underline',
  'strike',
  'sub',
  'sup',
  'code',
  'color',
  'background',
  'font',
  'size',
] as const

/** Adds a run; text joins the previous run if both have the same marks, and empty text is dropped. */
export function appendRun(runs: Run[], run: Run): void {
  if ('text' in run) {
    if (run.text === '') return
    const last = runs.at(-1)
    if (last !== undefined && 'text' in last && sameMarks(last, run)) {
      last.text += run.text
      return
    }
  }
  runs.push(run)
}

export function sameMarks(left: Marks, right: Marks): boolean {
  return markKeys.every((key) => left[key] === right[key]) && sameLink(left.link, right.link)
}

/** True if both links have the same target. */
export function sameLink(left: Link | undefined, right: Link | undefined): boolean {
  if (left === right) return true
  return (
    left?.href === right?.href &&
    left?.role === right?.role &&
    left?.title === right?.title &&
    left?.underline === right?.underline
  )
}

/** Joins runs with equal marks and drops empty texts; returns the same list if nothing changes. */
export function tidyRuns(runs: readonly Run[]): readonly Run[] {
  if (!runs.some((run, index) => isMergeable(run, runs[index - 1]))) return runs
  const tidy: Run[] = []
  for (const run of runs) appendRun(tidy, 'text' in run ? { ...run } : run)
  return tidy
}

function isMergeable(run: Run, before: Run | undefined): boolean {
  if (!('text' in run)) return false
  return run.text === '' || (before !== undefined && 'text' in before && sameMarks(before, run))
}
