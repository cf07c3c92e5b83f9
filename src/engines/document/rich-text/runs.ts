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

/** Adds a run; text joins the run before it when both look the same, and empty text is left out. */
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

/** Whether two runs look the same. */
export function sameMarks(left: Marks, right: Marks): boolean {
  return markKeys.every((key) => left[key] === right[key]) && sameLink(left.link, right.link)
}

/** Whether two links lead to the same place. */
export function sameLink(left: Link | undefined, right: Link | undefined): boolean {
  if (left === right) return true
  return left?.href === right?.href && left?.role === right?.role && left?.title === right?.title
}
