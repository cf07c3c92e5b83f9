/** What every mail client has. */
export const fallbackFont = 'Arial,Helvetica,sans-serif'

/** A font stack as it may be written. */
export interface SafeFont {
  stack: string
  /** The family that it requests first when Windows has it not, and the one to render there; undefined when it has. */
  stranger: { family: string; standIn: string } | undefined
}

const known = new Map<string, SafeFont>()
const max = 500

/** A font stack with nothing in it but what a list of names needs; the quotes of the attribute around it are double. */
export function safeFont(stack: string): SafeFont {
  const before = known.get(stack)
  if (before !== undefined) return before
  if (known.size >= max) known.clear()
  const safe = stack
    .replaceAll('"', "'")
    .replace(/[^\p{L}\p{N} _.,'-]/gu, '')
    .replace(/(?:(?<!\s)\s+)?,\s*/g, ',')
    .trim()
  const written = safe === '' || safe.split("'").length % 2 === 0 ? fallbackFont : safe
  const font = { stack: written, stranger: strangerOf(written) }
  known.set(stack, font)
  return font
}

// Windows has these, and Outlook there renders them.
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

function strangerOf(stack: string): SafeFont['stranger'] {
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
