import { parse } from '@babel/parser'
import type * as Babel from '@babel/types'
import { dirname, join, normalize } from 'node:path'
import type { SourceTree } from '../source-tree.ts'

/** One regular expression of the source. `at` is `file:line`. */
export interface FoundPattern {
  readonly source: string
  readonly flags: string
  readonly at: string
}

/** A regular expression whose source is computed at run time. `code` is the expression that computes it, as written. */
export interface DynamicPattern {
  readonly code: string
  readonly file: string
  readonly at: string
}

export interface FoundPatterns {
  readonly patterns: FoundPattern[]
  readonly dynamic: DynamicPattern[]
}

/** A constant that the source computes without calling a function of its own. */
type Value = string | number | { source: string; flags: string } | Value[] | { members: ReadonlyMap<string, Value> }

interface Module {
  readonly path: string
  readonly source: string
  readonly program: Babel.Program
}

/**
 * Every regular expression of the files: literals, `RegExp(…)` with or without `new`, the `pattern` of a JSON schema, and strings
 * given to `match`, `matchAll` and `search`. Constants are followed through templates, `String.raw`, `+`, `join`, `source`
 * and imports; what cannot be followed is in `dynamic`. Throws for a file that is not TypeScript.
 */
export function findPatterns(files: SourceTree): FoundPatterns {
  const modules = new Modules(files)
  const patterns: FoundPattern[] = []
  const dynamic: DynamicPattern[] = []
  for (const [path, text] of files) {
    const module = mayHold(text) ? modules.get(path) : undefined
    if (module === undefined) continue
    const usesSchemas = module.source.includes("'@sinclair/typebox'")
    visit(module.program, [], (node, ancestors) => {
      const at = `${module.path}:${node.loc?.start.line ?? 0}`
      const add = (given: Babel.Node | undefined | null, flags: string, isRequired: boolean) => {
        if (given == null) return
        const value = new Evaluation(modules, module).valueOf(given, ancestors)
        if (typeof value === 'string') {
          if (isRequired || isPattern(value, flags)) patterns.push({ source: value, flags, at })
        } else if (typeof value === 'object' && 'source' in value)
          patterns.push({ source: value.source, flags: flags === '' ? value.flags : flags, at })
        else if (isRequired) dynamic.push({ code: textOf(module, given), file: module.path, at })
      }
      if (node.type === 'RegExpLiteral') patterns.push({ source: node.pattern, flags: node.flags, at })
      else if (node.type === 'NewExpression' || node.type === 'CallExpression') {
        const { callee } = node
        if (isRegExp(callee)) {
          const flags = new Evaluation(modules, module).valueOf(node.arguments[1], ancestors)
          const given = node.arguments[0]
          // A literal in the call has been found on its own; with other flags it is another expression.
          if (given?.type !== 'RegExpLiteral' || typeof flags === 'string')
            add(given, typeof flags === 'string' ? flags : '', true)
        } else if (
          callee.type === 'MemberExpression' &&
          ['match', 'matchAll', 'search'].includes(nameOf(callee) ?? '')
        ) {
          const given = node.arguments[0]
          if (given?.type === 'StringLiteral' || given?.type === 'TemplateLiteral') add(given, '', true)
        } else if (callee.type === 'MemberExpression' && nameOf(callee) === 'String') {
          const options = node.arguments[0]
          if (options?.type === 'ObjectExpression') add(memberOf(options, 'pattern'), '', true)
        }
      } else if (node.type === 'ObjectExpression') {
        const parent = ancestors.at(-1)
        const isSchema =
          parent?.type === 'CallExpression' &&
          parent.callee.type === 'MemberExpression' &&
          nameOf(parent.callee) === 'String'
        const given = memberOf(node, 'pattern')
        if (usesSchemas && !isSchema && given !== undefined && given.type !== 'RegExpLiteral') add(given, '', false)
      }
    })
  }
  return { patterns, dynamic }
}

/** The files, each parsed when it is first requested. */
class Modules {
  readonly #files: SourceTree
  readonly #parsed = new Map<string, Module>()

  constructor(files: SourceTree) {
    this.#files = files
  }

  get(path: string): Module | undefined {
    const source = this.#files.get(path)
    if (source === undefined) return undefined
    const module = this.#parsed.get(path) ?? parseModule(path, source)
    this.#parsed.set(path, module)
    return module
  }
}

/** Whether a file can hold an expression at all. Parsing is what takes time, and comments and imports have slashes too. */
function mayHold(source: string): boolean {
  if (/RegExp|pattern|\b(?:match|matchAll|search)\(/.test(source)) return true
  const code = source.replace(/^[ \t]*(?:\/\/.*|\/\*(?:[^*]|\*(?!\/))*\*\/)$/gm, '')
  return code.replace(/^(?:import|export|\}).*from '.*'$/gm, '').includes('/')
}

function parseModule(path: string, source: string): Module {
  const plugins = path.endsWith('x') ? (['typescript', 'jsx'] as const) : (['typescript'] as const)
  const { program } = parse(source, { sourceType: 'module', plugins: [...plugins, 'explicitResourceManagement'] })
  return { path, source, program }
}

function isPattern(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags)
    return true
  } catch {
    return false
  }
}

function isRegExp(callee: Babel.Node): boolean {
  if (callee.type === 'MemberExpression') return nameOf(callee) === 'RegExp'
  return callee.type === 'Identifier' && callee.name === 'RegExp'
}

function textOf({ source }: Module, node: Babel.Node): string {
  return source.slice(node.start ?? 0, node.end ?? 0).replace(/\s+/g, ' ')
}

function nameOf({ property, computed }: Babel.MemberExpression): string | undefined {
  return !computed && property.type === 'Identifier' ? property.name : undefined
}

function memberOf(object: Babel.ObjectExpression, name: string): Babel.Node | undefined {
  const found = object.properties.find(
    (member) => member.type === 'ObjectProperty' && !member.computed && keyOf(member) === name,
  )
  return found?.type === 'ObjectProperty' ? found.value : undefined
}

function keyOf({ key }: Babel.ObjectProperty): string | undefined {
  if (key.type === 'Identifier') return key.name
  return key.type === 'StringLiteral' ? key.value : undefined
}

function visit(node: Babel.Node, ancestors: Babel.Node[], see: (node: Babel.Node, above: Babel.Node[]) => void): void {
  if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') return
  see(node, ancestors)
  ancestors.push(node)
  for (const child of childrenOf(node)) visit(child, ancestors, see)
  ancestors.pop()
}

const passedOver = new Set(['loc', 'extra', 'typeAnnotation', 'typeParameters', 'typeArguments', 'returnType'])

// Types hold no expressions, and are a third of the nodes.
function childrenOf(node: Babel.Node): Babel.Node[] {
  const children: Babel.Node[] = []
  for (const [name, value] of Object.entries(node) as [string, unknown][]) {
    if (typeof value !== 'object' || value === null || passedOver.has(name) || name.endsWith('Comments')) continue
    if (!Array.isArray(value)) {
      if (isNode(value)) children.push(value)
    } else for (const each of value) if (isNode(each)) children.push(each)
  }
  return children
}

function isNode(value: unknown): value is Babel.Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Follows constants from one expression on. A name that is being read already has no value. */
class Evaluation {
  readonly #modules: Modules
  readonly #module: Module
  readonly #names: ReadonlySet<string>

  constructor(modules: Modules, module: Module, names: ReadonlySet<string> = new Set()) {
    this.#modules = modules
    this.#module = module
    this.#names = names
  }

  valueOf(node: Babel.Node | undefined | null, ancestors: readonly Babel.Node[]): Value | undefined {
    switch (node?.type) {
      case 'StringLiteral':
      case 'NumericLiteral':
        return node.value
      case 'RegExpLiteral':
        return { source: node.pattern, flags: node.flags }
      case 'TemplateLiteral':
        return this.#template(node, ancestors, ({ value }) => value.cooked ?? '')
      case 'TaggedTemplateExpression':
        return node.tag.type === 'MemberExpression' && nameOf(node.tag) === 'raw'
          ? this.#template(node.quasi, ancestors, ({ value }) => value.raw)
          : undefined
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
        return this.valueOf(node.expression, ancestors)
      case 'BinaryExpression':
        return this.#binary(node, ancestors)
      case 'ArrayExpression': {
        const values = node.elements.map((element) => this.valueOf(element, ancestors))
        return values.every((value) => value !== undefined) ? values : undefined
      }
      case 'ObjectExpression':
        return {
          members: new Map(
            node.properties.flatMap((member) => {
              if (member.type !== 'ObjectProperty' || member.computed) return []
              const [key, value] = [keyOf(member), this.valueOf(member.value, ancestors)]
              return key === undefined || value === undefined ? [] : [[key, value] as const]
            }),
          ),
        }
      case 'MemberExpression':
        return this.#member(node, ancestors)
      case 'CallExpression':
      case 'NewExpression':
        return this.#call(node, ancestors)
      case 'Identifier':
        return this.#identifier(node.name, ancestors)
      default:
        return undefined
    }
  }

  #template(
    { quasis, expressions }: Babel.TemplateLiteral,
    ancestors: readonly Babel.Node[],
    read: (quasi: Babel.TemplateElement) => string,
  ): string | undefined {
    let text = ''
    for (const [at, quasi] of quasis.entries()) {
      text += read(quasi)
      if (at === quasis.length - 1) return text
      const value = this.valueOf(expressions[at], ancestors)
      if (typeof value !== 'string' && typeof value !== 'number') return undefined
      text += String(value)
    }
    return text
  }

  #binary({ left, right, operator }: Babel.BinaryExpression, ancestors: readonly Babel.Node[]): Value | undefined {
    const [first, second] = [this.valueOf(left, ancestors), this.valueOf(right, ancestors)]
    if (typeof first === 'number' && typeof second === 'number')
      return { '*': first * second, '+': first + second, '-': first - second }[operator as '*']
    const areTexts = [first, second].every((value) => typeof value === 'string' || typeof value === 'number')
    return operator === '+' && areTexts ? `${first as string}${second as string}` : undefined
  }

  #member(node: Babel.MemberExpression, ancestors: readonly Babel.Node[]): Value | undefined {
    const name = nameOf(node)
    const object = this.valueOf(node.object, ancestors)
    if (name === undefined || typeof object !== 'object') return undefined
    if ('members' in object) return object.members.get(name)
    return 'source' in object && name === 'source' ? object.source : undefined
  }

  #call({ callee, arguments: given }: Babel.CallExpression | Babel.NewExpression, ancestors: readonly Babel.Node[]) {
    if (isRegExp(callee)) {
      const [source, flags] = [this.valueOf(given[0], ancestors), this.valueOf(given[1], ancestors) ?? '']
      return typeof source === 'string' && typeof flags === 'string' ? { source, flags } : undefined
    }
    if (callee.type !== 'MemberExpression') return undefined
    const name = nameOf(callee)
    if (name === 'keys') {
      const object = this.valueOf(given[0], ancestors)
      return typeof object === 'object' && 'members' in object ? [...object.members.keys()] : undefined
    }
    const [object, first] = [this.valueOf(callee.object, ancestors), this.valueOf(given[0], ancestors)]
    return name === 'join' && Array.isArray(object) && typeof first === 'string' ? object.join(first) : undefined
  }

  #identifier(name: string, ancestors: readonly Babel.Node[]): Value | undefined {
    const key = `${this.#module.path} ${name}`
    if (this.#names.has(key)) return undefined
    for (let depth = ancestors.length - 1; depth >= 0; depth--) {
      const scope = ancestors[depth] as Babel.Node
      const found = bindingIn(scope, name)
      if (found === 'variable') return undefined
      if (found === undefined) continue
      const inner = new Evaluation(this.#modules, this.#module, new Set([...this.#names, key]))
      const value = inner.valueOf(found.init, ancestors.slice(0, depth + 1))
      return found.index === undefined || !Array.isArray(value) ? value : value[found.index]
    }
    return this.#imported(name)
  }

  #imported(name: string): Value | undefined {
    for (const statement of this.#module.program.body) {
      if (statement.type !== 'ImportDeclaration') continue
      for (const specifier of statement.specifiers) {
        if (specifier.type !== 'ImportSpecifier' || specifier.local.name !== name) continue
        return this.#exported(statement.source.value, exportedName(specifier.imported))
      }
    }
    return undefined
  }

  #exported(from: string, name: string): Value | undefined {
    const module = this.#modules.get(normalize(join(dirname(this.#module.path), from)))
    if (module === undefined) return undefined
    const there = new Evaluation(this.#modules, module, this.#names)
    for (const statement of module.program.body) {
      if (statement.type === 'ExportAllDeclaration') {
        const value = there.#exported(statement.source.value, name)
        if (value !== undefined) return value
      }
      if (statement.type !== 'ExportNamedDeclaration' || statement.source == null) continue
      for (const specifier of statement.specifiers)
        if (specifier.type === 'ExportSpecifier' && exportedName(specifier.exported) === name)
          return there.#exported(statement.source.value, specifier.local.name)
    }
    return there.#identifier(name, [module.program])
  }
}

function exportedName(node: Babel.Identifier | Babel.StringLiteral): string {
  return node.type === 'Identifier' ? node.name : node.value
}

/** Where a scope declares a name: the constant's value, `variable` for all that changes or comes from a caller. */
function bindingIn(scope: Babel.Node, name: string): { init: Babel.Node; index?: number } | 'variable' | undefined {
  if ('params' in scope && Array.isArray(scope.params) && scope.params.some((param) => mentions(param, name)))
    return 'variable'
  if (scope.type === 'CatchClause' && scope.param != null && mentions(scope.param, name)) return 'variable'
  if (scope.type === 'ForOfStatement' || scope.type === 'ForInStatement')
    return mentions(scope.left, name) ? 'variable' : undefined
  if (scope.type === 'ForStatement') return scope.init != null && mentions(scope.init, name) ? 'variable' : undefined
  if (scope.type !== 'Program' && scope.type !== 'BlockStatement') return undefined
  for (const given of scope.body) {
    const statement = given.type === 'ExportNamedDeclaration' && given.declaration != null ? given.declaration : given
    if (statement.type !== 'VariableDeclaration') continue
    for (const { id, init } of statement.declarations) {
      if (!mentions(id, name)) continue
      if (statement.kind !== 'const' || init == null) return 'variable'
      if (id.type === 'Identifier') return { init }
      const index =
        id.type === 'ArrayPattern'
          ? id.elements.findIndex((element) => element?.type === 'Identifier' && element.name === name)
          : -1
      return index < 0 ? 'variable' : { init, index }
    }
  }
  return undefined
}

function mentions(node: Babel.Node, name: string): boolean {
  if (node.type === 'Identifier') return node.name === name
  // Defaults are expressions, types are types: neither declares.
  if (node.type === 'AssignmentPattern') return mentions(node.left, name)
  if (node.type === 'ObjectProperty') return mentions(node.value, name)
  if (node.type === 'VariableDeclarator') return mentions(node.id, name)
  return childrenOf(node).some((child) => mentions(child, name))
}
