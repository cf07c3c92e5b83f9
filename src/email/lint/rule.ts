import type { Node, Operation } from '../document/index.ts'
import type { LintContext } from './context.ts'

/** An `error` breaks the email for some readers, a `warning` harms it, a `hint` is worth checking. */
export type Severity = 'error' | 'warning' | 'hint'

/** Operations that resolve a finding, ready to be applied. */
export interface Fix {
  label: string
  operations: Operation[]
}

/** A problem in the form that the API returns. */
export interface Finding {
  id: string
  severity: Severity
  /** The affected node; absent if the finding is about the whole email. */
  node_id?: string
  /**
   * Property of that node, or a path below it such as `items.0.href`; without a node, of the document, such as
   * `meta.subject`.
   */
  prop?: string
  message: string
  why: string
  remedy: string
  doc_url?: string
  fix?: Fix
}

/** The variable part of a finding; the rule provides the rest. */
export interface RuleFinding {
  node?: Node | undefined
  prop?: string
  message: string
  fix?: Fix | undefined
}

/** A lint rule with its reason and remedy. One file per rule. */
export interface Rule {
  /** `family.what-is-wrong`. */
  id: string
  severity: Severity
  /** One sentence with the reason. */
  why: string
  /** One sentence with the remedy. */
  remedy: string
  /** URL of the standard or publication behind the rule. */
  doc?: string
  /** Checks the context once, in document order. Never throws. */
  check(context: LintContext): Iterable<RuleFinding>
}

/** Identity function, for type inference. */
export function defineRule(rule: Rule): Rule {
  return rule
}
