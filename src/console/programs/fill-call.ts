import calls from './calls.json'
import { type Json, goLiteral, indentText, literal, notations } from './literals.ts'

export interface Program {
  /** Name of the language. */
  title: string
  code: string
}

/** What the programs of calls.json leave open. */
interface CallValues {
  /** Base URL without a trailing slash. */
  baseUrl: string
  templateId?: string
  data?: Json
}

const languages = [
  { key: 'typescript', title: 'TypeScript', write: (data: Json) => literal(data, notations.typescript) },
  { key: 'python', title: 'Python', write: (data: Json) => literal(data, notations.python) },
  { key: 'go', title: 'Go', write: goLiteral },
  { key: 'php', title: 'PHP', write: (data: Json) => literal(data, notations.php) },
  { key: 'ruby', title: 'Ruby', write: (data: Json) => literal(data, notations.ruby) },
] as const

/** The call of an operation in each language of the client libraries, as in the reference, with these values. */
export function fillCall(
  operation: keyof typeof calls,
  { baseUrl, templateId = '', data = {} }: CallValues,
): Program[] {
  return languages.map(({ key, title, write }) => {
    const lines = calls[operation][key].split('\n').map((line) => {
      const indent = /^\s*/.exec(line)?.[0] ?? ''
      return line.replaceAll(/BASE_URL|TEMPLATE_ID|(['"])DATA\1/g, (slot) => {
        if (slot === 'BASE_URL') return baseUrl
        return slot === 'TEMPLATE_ID' ? templateId : indentText(write(data), indent).trimStart()
      })
    })
    return { title, code: lines.join('\n') }
  })
}
