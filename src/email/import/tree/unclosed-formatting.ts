import type { Element } from './dom.ts'

const formatting = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '))
const inLine = new Set('span img br input label abbr cite del ins q sub sup mark'.split(' '))

/** Maximum number of elements that continue at the same time. */
export const maxFormatting = 12

export function isFormatting(name: string): boolean {
  return formatting.has(name)
}

/** True for elements that unclosed formatting continues around. */
export function continuesFormatting(name: string): boolean {
  return formatting.has(name) || inLine.has(name)
}

type Unclosed = Pick<Element, 'name' | 'attributes'> & { cell: Element | undefined }

/** Formatting elements that another end tag closed too early, in the order in which they open again. */
export class UnclosedFormatting {
  private list: Unclosed[] = []

  /** Adds the formatting among elements that were closed, outermost first; `cell` is the cell around them. */
  add(closed: readonly Element[], cell: Element | undefined): void {
    for (const { name, attributes } of closed) {
      if (!formatting.has(name)) continue
      if (this.list.length >= maxFormatting) this.list.shift()
      this.list.push({ name, attributes, cell })
    }
  }

  /** Removes the last element of that name, which its own end tag closes; false if there is none. */
  remove(name: string, cell: Element | undefined): boolean {
    const index = this.list.findLastIndex((one) => one.name === name && one.cell === cell)
    if (index >= 0) this.list.splice(index, 1)
    return index >= 0
  }

  /** Takes what continues in a cell. What belongs to a cell that has ended is never asked for again. */
  takeFor(cell: Element | undefined): Unclosed[] {
    if (this.list.length === 0) return []
    const found = this.list.filter((one) => one.cell === cell)
    this.list = this.list.filter((one) => one.cell !== cell)
    return found
  }
}
