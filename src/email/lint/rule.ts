import type { Node, Operation } from '../document/index.ts'
import type { LintContext } from './context.ts'

/** An `error` breaks the email for someone, a `warning` harms it, a `hint` is worth a look. */
export type Severity = 'error' | 'warning' | 'hint'

/** What would settle a finding, as operations that can be applied as they are. */
export interface Fix {
  label: string
  operations: Operation[]
}

/** One thing to put right, as callers see it. */
export interface Finding {
  /** Id of its rule. */
  id: string
  severity: Severity
  /** The node it is about; none when it is the email as a whole. */
  node_id?: string
  /** Property of that node, or below it such as `items.0.href`; without a node, of the document, such as `meta.subject`. */
  prop?: string
  message: string
  why: string
  remedy: string
  /** Where to read more. */
  doc_url?: string
  fix?: Fix
}

/** What a rule has found; the rest of the finding is the rule's own. */
export interface RuleFinding {
  node?: Node | undefined
  prop?: string
  message: string
  fix?: Fix | undefined
}

/** One rule: what it looks for, why that matters, and what to do about it. One file a rule. */
export interface Rule {
  /** `family.what-is-wrong`. */
  id: string
  severity: Severity
  /** One sentence that gives the reason. */
  why: string
  /** What to do, in a sentence. */
  remedy: string
  /** Address of the standard or publication it rests on. */
  doc?: string
  /** Looks once over what the context has gathered, in the order of the document. Never throws. */
  check(context: LintContext): Iterable<RuleFinding>
}

/** Identity, for inference. */
export function defineRule(rule: Rule): Rule {
  return rule
}
