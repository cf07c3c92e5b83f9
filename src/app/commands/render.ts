import { mjmlBlocks } from '../../email/blocks/mjml.ts'
import { blockTypes } from '../../email/blocks/index.ts'
import { type EmailDocument, translate } from '../../email/document/index.ts'
import { zipEmail } from '../../email/formats/index.ts'
import { writeMjml } from '../../email/mjml/index.ts'
import { type Utm, addUtmToDocument } from '../../email/utm/index.ts'
import { readUtm } from './read-utm.ts'
import { cleanCss, cleanHtml } from '../../email/sanitize/index.ts'
import { type LiquidTask, renderDocument, wantsAmp } from '../../surfaces/templates/index.ts'
import { readJson } from './read-json.ts'
import { renderSeen } from './render-seen.ts'
import { type EspTarget, finishPage, languageOf, readEspTarget, targetOptions } from './render-target.ts'
import { renderLiquid } from '../tasks/render-liquid.ts'
import { validateAmp } from '../tasks/validate-amp.ts'
import { type Call, type Command, exit } from './command.ts'
import { complain, readDocumentFile } from './document-file.ts'

const targets = ['html', 'text', 'amp', 'mjml', 'json', 'zip', 'pdf', 'png'] as const
const pages = ['long', 'A4', 'Letter'] as const
const devices = ['desktop', 'mobile'] as const
type Target = (typeof targets)[number]

/** Renders a document without server and store. */
export const renderCommand: Command = {
  settings: false,
  operands: ['FILE'],
  details: [
    'FILE is an email document as JSON, or an API response that contains one; - reads standard input. The result goes',
    'to standard output.',
    'Without --data merge tags remain unchanged; a PDF or PNG shows sample values. Warnings go to standard error.',
  ].join('\n'),
  options: [
    {
      flag: '--data',
      value: 'FILE',
      meaning: 'JSON object whose values replace the merge tags; - reads standard input.',
    },
    {
      flag: '--to',
      value: 'FORMAT',
      meaning: `One of ${targets.join(', ')}, or esp:PROVIDER such as esp:mailchimp; default html.`,
    },
    { flag: '--locale', value: 'TAG', meaning: 'Language of the translation and of dates and numbers, such as de.' },
    { flag: '--cdn-url', value: 'URL', meaning: 'Prefix for image URLs that start with /cdn/.' },
    { flag: '--page', value: 'PAGE', meaning: `PDF page size: ${pages.join(', ')}; default long (one page).` },
    { flag: '--device', value: 'DEVICE', meaning: `PDF or PNG device: ${devices.join(' or ')}; default desktop.` },
    { flag: '--utm', value: 'QUERY', meaning: 'Campaign parameters for web links, such as source=news&medium=email.' },
    ...targetOptions,
    { flag: '--out', value: 'FILE', meaning: 'Write the result to a file instead.' },
  ],
  failure: 'the document or the data is not valid; the issues are listed by JSON Pointer',
  run: async (call) => {
    const { terminal, operands, option } = call
    const to = await readTarget(call)
    if ('problems' in to) return complain(terminal, to.problems, to.isUsage ? exit.usage : exit.failed)
    const [file = '', dataFile] = [operands[0], option('--data')]
    if (file === '-' && dataFile === '-')
      return complain(terminal, ['Only one of the two can be standard input'], exit.usage)

    const data = dataFile === undefined ? undefined : await readJson(dataFile, terminal)
    if (data !== undefined && 'problem' in data) return complain(terminal, [data.problem], exit.failed)
    const read = await readDocumentFile(file, terminal, {
      cleanHtml: (html) => cleanHtml(html).html,
      cleanCss: (css) => cleanCss(css).css,
    })
    if ('problems' in read) return complain(terminal, read.problems, exit.failed)
    const made = await produce(call, read.document, to, data?.value)
    if (typeof made === 'object' && 'problems' in made) return complain(terminal, made.problems, exit.failed)
    await deliver(call, made)
    return exit.ok
  },
}

type TransformOptions = { format: Target; esp?: EspTarget; utm?: Utm }

async function readTarget(call: Call): Promise<TransformOptions | { problems: string[]; isUsage: boolean }> {
  const query = call.option('--utm')
  const read = await readFormat(call)
  if (query === undefined || 'problems' in read) return read
  if (read.format === 'json') return { problems: ['--to json writes the document itself; omit --utm'], isUsage: true }
  const utm = readUtm(query)
  return 'problems' in utm ? { ...utm, isUsage: true } : { ...read, utm }
}

async function readFormat(call: Call): Promise<TransformOptions | { problems: string[]; isUsage: boolean }> {
  const name = call.option('--to') ?? 'html'
  const refuse = (problem: string) => ({ problems: [problem], isUsage: true })
  if (name.startsWith('esp:')) {
    if (call.option('--data') !== undefined) return refuse('--to esp: takes no --data: the ESP fills in the merge tags')
    const esp = await readEspTarget(call, name.slice(4))
    return 'problems' in esp ? esp : { format: 'html', esp }
  }
  const stray = targetOptions.find(({ flag }) => call.has(flag) || call.option(flag) !== undefined)
  if (stray !== undefined) return refuse(`${stray.flag} goes with --to esp: and the name of a provider`)
  const format = targets.find((target) => target === name)
  return format === undefined
    ? refuse(`--to must be one of ${targets.join(', ')}, or esp: and the name of a provider`)
    : { format }
}

async function produce(
  call: Call,
  document: EmailDocument,
  { esp, format: to, utm }: TransformOptions,
  data: unknown,
): Promise<string | Uint8Array | { problems: string[] }> {
  const language = esp && languageOf(esp)
  if (to === 'json') return `${JSON.stringify(document, null, 2)}\n`
  const [locale, cdnUrl] = [call.option('--locale'), call.option('--cdn-url')]
  if (to === 'mjml') {
    const translated = locale === undefined ? document : translate(document, locale)
    const linked = utm === undefined ? translated : addUtmToDocument(translated, utm)
    const { mjml, warnings } = writeMjml(linked, blockTypes, mjmlBlocks, cdnUrl === undefined ? {} : { cdnUrl })
    warnAbout(call, warnings)
    return mjml
  }
  const {
    html = '',
    text = '',
    amp,
    ampToCheck,
    report,
    subject,
  } = await renderDocument({ runWithin: inProcess }, document, {
    outputs: outputsOf(to, document),
    target: data !== undefined && language === undefined ? 'data' : isSeen(to) ? 'sample' : 'passthrough',
    ...(language === undefined ? {} : { language }),
    now: Date.now(),
    ...(data === undefined ? {} : { data }),
    ...(locale === undefined ? {} : { locale }),
    ...(cdnUrl === undefined ? {} : { cdnUrl }),
    ...(utm === undefined ? {} : { utm }),
  })
  const findings = ampToCheck === undefined ? [] : await validateAmp(ampToCheck)
  if (esp !== undefined && language !== undefined) {
    const page = finishPage(html, language, { esp, warnings: report.warnings })
    if ('problems' in page) return page
    warnAbout(call, [...report.warnings, ...page.missing.map((message) => ({ message }))])
    return page.html
  }
  warnAbout(call, [...report.warnings, ...findings])
  if (isSeen(to)) return see(call, document, { html, subject, format: to })
  if (to === 'html') return html
  if (to === 'text') return text
  if (to === 'amp') return amp ?? ''
  return zipEmail([
    { name: 'email.html', content: html },
    { name: 'email.txt', content: text },
    ...(amp === undefined ? [] : [{ name: 'email.amp.html', content: amp }]),
  ])
}

function isSeen(to: Target): to is 'pdf' | 'png' {
  return to === 'pdf' || to === 'png'
}

function outputsOf(to: Exclude<Target, 'json' | 'mjml'>, document: EmailDocument): ('html' | 'text' | 'amp')[] {
  if (to === 'zip') return wantsAmp(document) ? ['html', 'text', 'amp'] : ['html', 'text']
  return isSeen(to) ? ['html'] : [to]
}

async function see(
  call: Call,
  { body, meta }: EmailDocument,
  { html, subject, format }: { html: string; subject: string | undefined; format: 'pdf' | 'png' },
): Promise<Uint8Array | { problems: string[] }> {
  const [wantedPage = 'long', wantedDevice = 'desktop'] = [call.option('--page'), call.option('--device')]
  const page = pages.find((one) => one === wantedPage)
  const device = devices.find((one) => one === wantedDevice)
  if (page === undefined) return { problems: [`--page must be one of ${pages.join(', ')}`] }
  if (device === undefined) return { problems: [`--device must be one of ${devices.join(', ')}`] }
  const [language, cdnUrl] = [call.option('--locale') ?? meta.lang, call.option('--cdn-url') ?? '']
  const title = subject || meta.title
  const rendered = await renderSeen(
    { html, title, language, width: body.width, format, page, device, cdnUrl },
    call.workerEntry,
  )
  if ('problem' in rendered) return { problems: [rendered.problem] }
  warnAbout(call, rendered.warnings)
  return rendered.bytes
}

function warnAbout({ terminal }: Call, warnings: readonly { message: string; node_id?: string | undefined }[]): void {
  for (const { message, node_id } of warnings)
    terminal.err(`warning: ${message}${node_id === undefined ? '' : ` (${node_id})`}`)
}

// A command has no other requests to serve, so it needs no worker thread.
function inProcess<O>(_deadlineMs: number, _task: string, input: unknown): Promise<O> {
  return renderLiquid(input as LiquidTask) as Promise<O>
}

async function deliver({ option, terminal }: Call, result: string | Uint8Array): Promise<void> {
  const out = option('--out')
  if (out !== undefined) await Bun.write(out, result)
  else if (typeof result === 'string') terminal.out(result)
  else terminal.bytes(result)
}
