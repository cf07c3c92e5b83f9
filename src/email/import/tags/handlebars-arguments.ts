/** What a helper of Handlebars is given: a path, a literal, or the source of a call in parentheses. */
export type Arg = { path: string } | { value: string | number | boolean | null } | { call: string }

const argument = /\s*(?:"([^"]*)"|'([^']*)'|(\()|([^\s()"'=|]+))/y

/** The arguments of a helper in order; undefined where they are more than paths, literals and calls. In linear time. */
export function readArguments(text: string): Arg[] | undefined {
  const given: Arg[] = []
  let at = 0
  while (text.slice(at).trim() !== '') {
    argument.lastIndex = at
    const match = argument.exec(text)
    if (match === null || given.length > 20) return undefined
    at = argument.lastIndex
    const quoted = match[1] ?? match[2]
    if (quoted !== undefined) given.push({ value: quoted })
    else if (match[3] !== undefined) {
      const end = closingOf(text, at)
      if (end === undefined) return undefined
      given.push({ call: text.slice(at, end) })
      at = end + 1
    } else given.push(wordOf(match[4] ?? ''))
  }
  return given
}

/** A call in parentheses as its name and what it is given. */
export function subexpression({ call }: { call: string }): { name: string; given: Arg[] } | undefined {
  const [, name = '', rest = ''] = /^\s*(\w+)\s+([\s\S]*)$/.exec(call) ?? []
  const given = readArguments(rest)
  return name === '' || given === undefined ? undefined : { name, given }
}

function wordOf(word: string): Arg {
  if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(word)) return { value: Number(word) }
  if (word === 'true' || word === 'false') return { value: word === 'true' }
  return word === 'null' || word === 'undefined' ? { value: null } : { path: word }
}

function closingOf(text: string, from: number): number | undefined {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at
  }
  return undefined
}
