import { Type } from '@sinclair/typebox'
import type { Estimate, Tool, ToolContext } from './tool.ts'

/** Arguments of every tool that costs credits. */
export const spendingArguments = {
  dry_run: Type.Optional(Type.Boolean()),
  max_credits: Type.Optional(Type.Integer({ minimum: 0 })),
}

export interface Spending {
  readonly dry_run?: boolean
  readonly max_credits?: number
}

/** The max credits of a call, and those that the company has. */
export async function estimateCall(tool: Tool, args: object, context: ToolContext): Promise<Estimate> {
  if (tool.estimate !== undefined) return tool.estimate(args as never, context)
  const { remaining } = await context.api.json('GET', '/account/credits', { signal: context.signal })
  return { required: tool.credits?.max ?? 0, remaining: typeof remaining === 'number' ? remaining : null }
}

/** The credits that make a call exceed `max_credits`; undefined if it does not. */
export async function excessOf(tool: Tool, args: object & Spending, context: ToolContext): Promise<number | undefined> {
  if (tool.credits === undefined || args.max_credits === undefined) return undefined
  const required = tool.estimate === undefined ? tool.credits.max : (await estimateCall(tool, args, context)).required
  return required > args.max_credits ? required : undefined
}
