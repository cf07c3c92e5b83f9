import type { Loop } from '../data/index.ts'
import type { Block } from '../document/index.ts'

/** Implemented by the contexts of HTML and text. */
interface Repeater {
  repeat(loop: Loop<Block>, render: () => string): string
}

/**
 * Parts of a block whose loop repeats inside: adjacent parts that use the loop variable are repeated together, others
 * appear once. If none uses it, all are repeated. `between` separates results.
 */
export function renderRepeated<Part>(
  parts: readonly Part[],
  loop: Loop<Block> | undefined,
  repeater: Repeater,
  render: (part: Part) => string,
  between = '',
): string {
  if (loop === undefined) return parts.map(render).join(between)
  const named = parts.map((part) => mentions(part, loop.as, 0))
  const isAny = named.includes(true)
  const rendered: string[] = []
  for (let at = 0; at < parts.length;) {
    const isRepeated = isAny ? named[at] === true : true
    let end = at + 1
    while (end < parts.length && (isAny ? named[end] === true : true) === isRepeated) end++
    const run = parts.slice(at, end)
    const renderRun = () => run.map(render).join(between)
    rendered.push(isRepeated ? repeater.repeat(loop, renderRun) : renderRun())
    at = end
  }
  return rendered.filter((one) => one !== '').join(between)
}

const maxDepth = 12

/** True if a merge tag or tagged text in the value begins with the name. */
function mentions(value: unknown, name: string, depth: number): boolean {
  if (typeof value === 'string') return value.includes('{{') && isNamed(value, name)
  if (typeof value !== 'object' || value === null || depth > maxDepth) return false
  if ('path' in value && typeof value.path === 'string' && isHead(value.path, name)) return true
  return Object.values(value).some((one) => mentions(one, name, depth + 1))
}

function isHead(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`) || path.startsWith('forloop')
}

function isNamed(text: string, name: string): boolean {
  return text.split('{{').some((part, index) => index > 0 && isHead(part.trimStart().split(/[\s|}]/, 1)[0] ?? '', name))
}
