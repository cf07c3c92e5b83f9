const name = '[\\p{L}_][\\p{L}\\p{N}_-]*(?:\\.[\\p{L}\\p{N}_-]+|\\[\\d{1,6}\\])*'
const output = new RegExp(`\\{\\{-?\\s{0,50}(${name})`, 'gu')
const question = new RegExp(`\\{%-?\\s{0,50}(?:if|elsif|unless|case)\\s{1,50}(${name})`, 'gu')
const loop = new RegExp(`\\{%-?\\s{0,50}for\\s{1,50}([\\p{L}_][\\p{L}\\p{N}_-]*)\\s{1,50}in\\s{1,50}(${name})`, 'gu')
const variable = /\{%-?\s{0,50}(?:assign|capture)\s{1,50}([\p{L}_][\p{L}\p{N}_-]*)/gu
const words = new Set(['true', 'false', 'nil', 'null', 'blank', 'empty', 'not'])

/** What Liquid beyond the data language requests, as far as it can be seen without running it: the first path of each tag. */
export function pathsInLiquid(source: string): { path: string; kind: 'value' | 'condition' | 'loop' }[] {
  const loops = new Map([...source.matchAll(loop)].map(([, as = '', list = '']) => [as, plain(list)]))
  const own = new Set([...source.matchAll(variable)].map(([, as = '']) => as))
  const found: { at: number; path: string; kind: 'value' | 'condition' | 'loop' }[] = []
  const add = (at: number, path: string, kind: 'value' | 'condition' | 'loop') => {
    const resolved = resolve(plain(path), loops)
    const head = resolved.split('.', 1)[0] ?? ''
    if (!own.has(head) && !words.has(head) && head !== 'forloop') found.push({ at, path: resolved, kind })
  }
  for (const match of source.matchAll(output)) add(match.index, match[1] ?? '', 'value')
  for (const match of source.matchAll(question)) add(match.index, match[1] ?? '', 'condition')
  for (const match of source.matchAll(loop)) add(match.index, match[2] ?? '', 'loop')
  return found.sort((a, b) => a.at - b.at).map(({ path, kind }) => ({ path, kind }))
}

function plain(path: string): string {
  return path.replace(/\[(\d+)\]/g, '.$1')
}

// As often as there are loops inside loops; a name that represents itself is left.
function resolve(path: string, loops: ReadonlyMap<string, string>): string {
  let result = path
  for (let depth = 0; depth < 3; depth++) {
    const head = result.split('.', 1)[0] ?? ''
    const list = loops.get(head)
    if (list === undefined || list.split('.', 1)[0] === head) break
    result = `${list}.*${result.slice(head.length)}`
  }
  return result
}
