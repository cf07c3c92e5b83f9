import { fill } from './patterns.ts'
import type { Provider } from './provider.ts'

type Indices = NonNullable<Provider['indices']>

/** Syntax of list indexes by family. Families that are not listed have flat names, in which a number is part of the name. */
const byFamily: Readonly<Partial<Record<string, Indices>>> = {
  liquid: 'brackets',
  'liquid-square': 'brackets',
  jinja: 'brackets',
  freemarker: 'brackets',
  erb: 'brackets',
  zephyr: 'brackets',
  smarty: 'dots',
  tt2: 'dots',
  handlebars: 'handlebars',
  mustache: 'none',
  sparkpost: 'none',
  'go-template': 'none',
  magento: 'none',
}

const index = /(^|\.)(\d+)(?=\.|$)/g
const operand = /(?<![$.\w])[$.\w]*\{NAME\}/g
/** Not the name of a key in quotes. */
const bareOperand = /(?<![$.\w'"])[$.\w]*\{NAME\}/g

/** Undefined for flat names. */
function indicesOf({ family, indices }: Provider): Indices | undefined {
  return indices ?? byFamily[family]
}

/** Fills `{NAME}` of a pattern with a path; undefined if the provider has no syntax for an index in the path. */
export function fillPath(pattern: string, path: string, provider: Provider): string | undefined {
  // Braze has only the attribute in its braces, and its members after them.
  if (provider.family === 'liquid' && pattern.includes('${{NAME}}')) {
    const dot = path.includes('.') ? path.indexOf('.') : path.length
    return pattern.split('${{NAME}}').join(`\${${path.slice(0, dot)}}${bracketed(path.slice(dot))}`)
  }
  if (provider.engine === 'jinja2')
    return pattern
      .replace(bareOperand, (operand) => jinjaOperand(operand.replace(/\.?\{NAME\}/, ''), path))
      .replaceAll("['{NAME}']", () => (methods.has(path) ? `.get('${path}', '')` : `['${bracketed(path)}']`))
      .replaceAll('{NAME}', () => bracketed(path))
  if (path.search(index) < 0) return fill(pattern, { NAME: path })
  switch (indicesOf(provider)) {
    case 'none':
      return undefined
    case 'brackets':
      return fill(pattern, { NAME: bracketed(path) }).replace(/\.(?=\[\d+\])/g, '')
    case 'handlebars':
      return fill(pattern, { NAME: path.replace(index, '$1[$2]') })
    case 'sprig':
      return pattern.replace(operand, (place) => sprigOperand(place.replace('{NAME}', ''), path))
    default:
      return fill(pattern, { NAME: path })
  }
}

/** Appends a member path, such as `.0.title`, to a list operand; undefined if the provider has no syntax for it. */
export function memberOf(list: string, rest: string, provider: Provider): string | undefined {
  if (rest === '') return list
  const indices = indicesOf(provider)
  if (rest === '.size') return sizeOf(list, provider)
  if (rest === '.last') return provider.family === 'liquid' ? `${list}.last` : undefined
  const path = rest.replace(/^\.first(?=\.|$)/, '.0')
  if (indices === 'sprig') return sprigOperand(list, path.slice(1))
  if (provider.engine === 'jinja2') return membersOf(list, path.slice(1).split('.'))
  if (quoted.test(list) && indices !== 'brackets') return undefined
  return fillPath(`${list}.{NAME}`, path.slice(1), provider)
}

const quoted = /["'\]]$/

function sizeOf(list: string, { family, indices }: Provider): string | undefined {
  if (family === 'liquid') return `${list}.size`
  if (family === 'jinja' && indices !== 'none') return `${list}|length`
  if (family === 'freemarker') return `${list}?size`
  if (family === 'smarty') return `${list}|@count`
  if (family === 'tt2') return `${list}.size`
  if (indices === 'sprig') return `(len (default list ${list}))`
  return family === 'handlebars' && indices === undefined ? `${list}.length` : undefined
}

function bracketed(path: string): string {
  return path.replace(index, '[$2]')
}

/** Methods of Python’s dictionaries, which Jinja2 finds before keys of the same names, and for missing keys in brackets. */
const methods = new Set('clear copy fromkeys get items keys pop popitem setdefault update values'.split(' '))

/** `base` is empty for a variable. */
function jinjaOperand(base: string, path: string): string {
  const [first = '', ...rest] = path.split('.')
  if (base === '') return membersOf(first, rest)
  return membersOf(methods.has(first) ? `${base}.get('${first}', '')` : `${base}.${first}`, rest)
}

/** A member of a missing value is an error in Jinja2 that ends the rendering. */
function membersOf(owner: string, names: readonly string[]): string {
  return names.reduce((of, name) => {
    if (/^\d+$/.test(name)) return `(${of} or [])[${name}]`
    return `(${of} or {})${methods.has(name) ? `.get('${name}', '')` : `.${name}`}`
  }, owner)
}

/** An index beyond the list, or without a list, is an error in Go that aborts the whole email: an empty item is appended. */
function sprigOperand(base: string, path: string): string {
  const names = path.split('.')
  let out = base
  let isStart = base === '' || base.endsWith('.')
  for (const [at, name] of names.entries()) {
    if (/^\d+$/.test(name)) {
      const empty = at === names.length - 1 ? '""' : 'dict'
      const list = isStart ? out.slice(0, -1) || '.' : out
      out = `(index (concat (default list ${list}) (list ${Array(Number(name) + 1)
        .fill(empty)
        .join(' ')})) ${name})`
    } else out += isStart ? name : `.${name}`
    isStart = false
  }
  return out
}
