import { blockTypes } from '../../../../src/email/blocks/index.ts'
import { type Provider, providers } from '../../../../src/email/esp/index.ts'
import { renderEmail } from '../../../../src/email/render/index.ts'
import { dataOf, wordsOf } from '../engines.ts'
import { readRows, write } from '../everything.ts'
import { fieldNames, listNames, randomEmail } from '../random-email.ts'

/** Templates with their data; the result of one that the engine refuses is its error. */
export type RenderAll = (
  requests: readonly { template: string; data: Record<string, unknown> }[],
) => { output?: string; error?: string }[]

export interface Comparison {
  emails: number
  /** Emails that the target can express without a loss, which have a warning otherwise. */
  compared: number
  errors: string[]
  differences: string[]
}

/** Warnings after which an email still shows what it should. */
const harmlessWarnings: ReadonlySet<string> = new Set([
  'TARGET_FIELD_GUESSED',
  'TARGET_FIELD_RENAMED',
  'TARGET_FIELD_COLLISION',
])
const fields = Object.fromEntries([...fieldNames, 'order.total', 'order.state'].map((name) => [name, name]))

/** Compares random emails in the target’s language, rendered by an engine, with the rendering of the service. */
export function compareRandomEmails(
  id: string,
  renderAll: RenderAll,
  {
    emails,
    firstSeed = 1,
    printable = (number) => number,
  }: { emails: number; firstSeed?: number; printable?: (number: number) => number },
): Comparison {
  const provider = providers.get(id) as Provider
  const cases = Array.from({ length: emails }, (_, at) => {
    const { data: random, rows } = randomEmail(firstSeed + at)
    const data = JSON.parse(JSON.stringify(random), (_key, value: unknown) =>
      typeof value === 'number' ? printable(value) : value,
    ) as Record<string, unknown>
    const document = readRows(rows, 'Hello')
    const { body, codes } = write(document, provider, { fields })
    const { html = '' } = renderEmail(document, blockTypes, { data, outputs: ['html'] })
    const isWhole = codes.every((code) => harmlessWarnings.has(code))
    return { seed: firstSeed + at, template: withoutSystemTags(body), data: targetData(provider, data), html, isWhole }
  })
  const comparison: Comparison = { emails, compared: 0, errors: [], differences: [] }
  renderAll(cases.map(({ data, template }) => ({ data, template }))).forEach(({ error, output = '' }, at) => {
    const { html = '', isWhole = false, seed = 0 } = cases[at] ?? {}
    if (error !== undefined) comparison.errors.push(`${id} ${seed}: ${error}`)
    if (error !== undefined || !isWhole) return
    comparison.compared++
    const [shown, expected] = [wordsOf(output), wordsOf(html)]
    if (shown !== expected) comparison.differences.push(`${id} ${seed}: ${shown}\nservice: ${expected}`)
  })
  return comparison
}

function targetData(provider: Provider, data: Record<string, unknown>): Record<string, unknown> {
  const lists = Object.fromEntries(listNames.map((name) => [name, (data[name] ?? []) as unknown[]]))
  const values = Object.fromEntries(fieldNames.map((name) => [name, data[name]]))
  return dataOf(provider, values, lists)
}

/** No engine knows the tags of system links. */
export function withoutSystemTags(body: string): string {
  return body.replace(/\{%\s*(?:unsub|view|web|manage)\w*\s*%\}/g, '#')
}
