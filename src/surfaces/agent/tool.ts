import type { Static, TObject } from '@sinclair/typebox'
import type { Scope } from '../../platform/identity/index.ts'
import type { Api } from './api/api.ts'

/** Groups of tools that a caller selects; `verification` is the default. */
export const toolsets = ['verification', 'templates', 'export', 'assets', 'dmarc', 'api'] as const
export type Toolset = (typeof toolsets)[number]

/** Text that a tool returned beside its data, such as an image. */
export type Attachment = { readonly type: 'image'; readonly data: string; readonly mimeType: string }

/** `start` is the offset of the first item; without it the member has all items, and the cursor of the call selects some. */
export interface PagedList {
  readonly member: string
  readonly start?: number
}

/** The result of a call before strangers' text is marked and the size is limited. */
export interface Outcome {
  readonly data: Readonly<Record<string, unknown>>
  /** One or two sentences for readers of the text content. */
  readonly summary: string
  /** The list that continues at `next_cursor` if it does not fit. */
  readonly list?: PagedList
  readonly attachments?: readonly Attachment[]
  /** True if the data has no text of third parties, so that nothing is marked. */
  readonly isOwnText?: true
}

export interface ToolContext {
  readonly api: Api
  /** Aborts when the client cancels the call. */
  readonly signal: AbortSignal
}

/** Credits of one call, from its arguments, before it is made. */
export interface Estimate {
  readonly required: number
  /** Null if unlimited. */
  readonly remaining: number | null
}

/** A tool; `defineTool` checks its arguments against `input` before `run`. */
export interface Tool {
  readonly name: string
  readonly title: string
  /** Includes the credits. */
  readonly description: string
  readonly input: TObject
  readonly output: TObject
  readonly toolset: Toolset
  /** The scope that a key needs for it. */
  readonly scope: Scope | 'any'
  readonly isReadOnly: boolean
  /** True if a call may delete something. */
  readonly isDestructive?: boolean
  /** True if a call queries servers outside of the service. */
  readonly isOpenWorld: boolean
  /** Max credits; `per` tells of what. Undefined for a free tool. */
  readonly credits?: { readonly max: number; readonly per: 'call' | 'email' }
  /** The credits of a call whose price depends on its arguments. */
  readonly estimate?: (args: never, context: ToolContext) => Promise<Estimate>
  readonly run: (args: never, context: ToolContext) => Promise<Outcome>
}

type Described<I extends TObject> = Omit<Tool, 'input' | 'estimate' | 'run' | 'isReadOnly' | 'isOpenWorld'> & {
  readonly input: I
  readonly isReadOnly?: boolean
  readonly isOpenWorld?: boolean
  readonly estimate?: (args: Static<I>, context: ToolContext) => Promise<Estimate>
  readonly run: (args: Static<I>, context: ToolContext) => Promise<Outcome>
}

/** Reads only and stays inside the service unless declared otherwise. */
export function defineTool<I extends TObject>(tool: Described<I>): Tool {
  return { isReadOnly: true, isOpenWorld: false, ...tool }
}
