import { blockTypes } from '../../email/blocks/index.ts'
import { translate } from '../../email/document/index.ts'
import { type Finding, type Lint, type MailType, familyOf, lintDocument, rules } from '../../email/lint/index.ts'
import { cleanCss, cleanHtml } from '../../email/sanitize/index.ts'
import { type Call, type Command, exit } from './command.ts'
import { printTable } from './print-table.ts'
import { complain, readDocumentFile } from './document-file.ts'

const types: readonly MailType[] = ['promotional', 'transactional', 'newsletter', 'automation', 'other']
const names = new Set(rules.flatMap((rule) => [rule.id, familyOf(rule)]))

/** Lints a document without server and store. */
export const lintCommand: Command = {
  settings: false,
  operands: ['FILE'],
  details: [
    'FILE is an email document as JSON, or an API response that contains one; - reads standard input. Authored HTML is',
    'checked as written, before sanitizing.',
    'Prints a table of findings, errors first. /docs/guide/lint of the service explains every rule and its fix.',
  ].join('\n'),
  options: [
    { flag: '--type', value: 'TYPE', meaning: `Type of the email: ${types.join(', ')}; default other.` },
    { flag: '--locale', value: 'TAG', meaning: 'Check the translation into this language, such as de.' },
    { flag: '--ignore', value: 'RULES', meaning: 'Rules or rule families to ignore, separated by commas.' },
    { flag: '--no-hints', meaning: 'Errors and warnings only.' },
    { flag: '--json', meaning: 'As JSON, with reasons and fixes.' },
  ],
  failure: 'the document has errors, or is not valid',
  run: async (call) => {
    const { operands, option, terminal } = call
    const type = types.find((one) => one === (option('--type') ?? 'other'))
    if (type === undefined) return complain(terminal, [`--type must be one of ${types.join(', ')}`], exit.usage)
    const ignore = (option('--ignore') ?? '').split(',').filter((name) => name !== '')
    const unknown = ignore.filter((name) => !names.has(name))
    if (unknown.length > 0)
      return complain(terminal, [`--ignore: there is no rule or family ${unknown.join(', ')}`], exit.usage)
    const read = await readDocumentFile(operands[0] ?? '', terminal)
    if ('problems' in read) return complain(terminal, read.problems, exit.failed)
    const locale = option('--locale')
    const document = locale === undefined ? read.document : translate(read.document, locale)
    const lint = lintDocument(document, {
      blocks: blockTypes,
      type,
      ignore,
      cleanHtml: (html) => cleanHtml(html).html,
      cleanCss: (css) => cleanCss(css).css,
    })
    print(call, lint)
    return lint.summary.errors > 0 ? exit.failed : exit.ok
  },
}

function print({ has, terminal }: Call, { findings, summary }: Lint): void {
  const shown = has('--no-hints') ? findings.filter(({ severity }) => severity !== 'hint') : findings
  if (has('--json')) return terminal.out(JSON.stringify({ findings: shown, summary }, null, 2))
  terminal.out(printTable(shown.map(rowOf), 'No problems found'))
  const { errors, hints, omitted, warnings } = summary
  const more = omitted === 0 ? '' : `; ${omitted} not listed`
  terminal.err(`${counted(errors, 'error')}, ${counted(warnings, 'warning')}, ${counted(hints, 'hint')}${more}`)
}

function rowOf({ fix, id, message, node_id, prop, severity }: Finding): Record<string, string> {
  return { severity, rule: id, node: node_id ?? prop ?? '', message, fix: fix?.label ?? '' }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
