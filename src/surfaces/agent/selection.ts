import { type Toolset, toolsets } from './tool.ts'
import type { Selection } from './tools/list.ts'

/** Reads a comma-separated list of toolsets. The problem is a sentence. */
export function readSelection(
  names: string | undefined,
  isReadOnly: boolean,
): { selection: Selection } | { problem: string } {
  if (names === undefined) return { selection: { toolsets: undefined, isReadOnly } }
  const given = names.split(',').map((name) => name.trim())
  const unknown = given.filter((name) => !isToolset(name))
  if (unknown.length > 0)
    return {
      problem: `Unknown toolset “${unknown[0]?.slice(0, 40)}”. Use ${toolsets.join(', ')}, separated by commas.`,
    }
  return { selection: { toolsets: given.filter(isToolset), isReadOnly } }
}

function isToolset(name: string): name is Toolset {
  return (toolsets as readonly string[]).includes(name)
}
