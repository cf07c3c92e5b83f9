/** What every mail client has. */
export const fallbackFont = 'Arial,Helvetica,sans-serif'

const stacks = new Map<string, string>()
const mostStacks = 500

/** A font stack with nothing in it but what a list of names needs; the quotes of the attribute around it are double. */
export function safeFont(stack: string): string {
  const known = stacks.get(stack)
  if (known !== undefined) return known
  if (stacks.size >= mostStacks) stacks.clear()
  const safe = stack
    .replaceAll('"', "'")
    .replace(/[^\p{L}\p{N} _.,'-]/gu, '')
    .replace(/\s*,\s*/g, ',')
    .trim()
  const written = safe === '' || safe.split("'").length % 2 === 0 ? fallbackFont : safe
  stacks.set(stack, written)
  return written
}

// Windows has these, and Outlook there draws them.
const windowsFonts = new Set(
  'arial,arial black,arial narrow,helvetica,bahnschrift,book antiqua,bookman old style,calibri,calibri light,cambria,candara,century gothic,comic sans ms,consolas,constantia,corbel,courier,courier new,franklin gothic medium,gadugi,garamond,georgia,gill sans mt,impact,lucida console,lucida sans,lucida sans unicode,malgun gothic,microsoft jhenghei,microsoft sans serif,microsoft yahei,ms gothic,ms mincho,ms pgothic,palatino linotype,segoe ui,simhei,simsun,sylfaen,tahoma,times,times new roman,trebuchet ms,verdana,yu gothic'.split(
    ',',
  ),
)
const generic: Record<string, string> = {
  serif: 'Georgia',
  'sans-serif': 'Arial',
  monospace: 'Courier New',
  'system-ui': 'Segoe UI',
}

/** The family that a stack asks for first when Windows has it not, and the one to draw there; undefined when it has. */
export function strangerOf(stack: string): { family: string; standIn: string } | undefined {
  const [family = '', ...rest] = stack.replaceAll("'", '').split(',')
  const first = family.toLowerCase()
  if (first === '' || windowsFonts.has(first) || Object.hasOwn(generic, first)) return undefined
  for (const name of rest) {
    const one = name.toLowerCase()
    if (windowsFonts.has(one)) return { family, standIn: name }
    const standIn = Object.hasOwn(generic, one) ? generic[one] : undefined
    if (standIn !== undefined) return { family, standIn }
  }
  return { family, standIn: 'Arial' }
}
