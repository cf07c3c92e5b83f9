import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Workers } from '../../../platform/jobs/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { loadSendable, renderDocument } from '../../templates/index.ts'
import type { StartPreflight } from './contract.ts'
import { type CheckedMessage, readMessage } from './message.ts'

export interface SourceDeps {
  readonly db: Db
  readonly workers: Workers
  readonly cdnUrl: string
}

export type PreflightSource = 'eml' | 'parts' | 'template' | 'received'

const forms = { eml: 'eml', eml_base64: 'eml', amp: 'parts', template_id: 'template', receive: 'received' } as const

/** The form of the request. VALIDATION_FAILED for none, for several, and for members of another form. */
export function sourceOf(body: StartPreflight): PreflightSource {
  const given = Object.keys(forms).filter((name) => body[name as keyof typeof forms] !== undefined)
  const [name, second] = given as (keyof typeof forms)[]
  if (name === undefined) return refuse('', 'Send one of eml, eml_base64, amp, template_id and receive.')
  if (second !== undefined) return refuse(`/${second}`, `Send either ${name} or ${second}, not both.`)
  const allowed = { parts: ['from', 'subject', 'html', 'text'], template: ['from', 'version', 'data', 'locale'] }
  const source = forms[name]
  const own: readonly string[] = source === 'parts' || source === 'template' ? allowed[source] : []
  const foreign = [...allowed.parts, ...allowed.template].find(
    (member) => body[member as keyof StartPreflight] !== undefined && !own.includes(member),
  )
  if (foreign !== undefined) return refuse(`/${foreign}`, `Omit ${foreign} with ${name}.`)
  const missing = [...(own.length > 0 ? ['from'] : []), ...(source === 'parts' ? ['html'] : [])].find(
    (member) => body[member as keyof StartPreflight] === undefined,
  )
  return missing === undefined ? source : refuse(`/${missing}`, `Send ${missing} with ${name}.`)
}

/** The message that the request contains or names. Fails like the rendering of the template. */
export async function messageOf(deps: SourceDeps, caller: Caller, body: StartPreflight): Promise<CheckedMessage> {
  const { amp, eml, eml_base64: encoded, from = '', html = '', subject = '', template_id: id, text = '' } = body
  if (id !== undefined) return renderMessage(deps, caller, body, id)
  if (amp !== undefined) return { subject, from: [from], amp: [amp], html, text }
  const [path, bytes] = encoded === undefined ? ['/eml', encode(eml ?? '')] : ['/eml_base64', decode(encoded)]
  if (bytes.length > limits.ampMessageBytes)
    fail('PAYLOAD_TOO_LARGE', `The message has ${bytes.length} bytes; the limit is ${limits.ampMessageBytes}.`)
  try {
    return await readMessage(bytes)
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown'
    return refuse(path, `not a message: ${reason}`)
  }
}

async function renderMessage(
  { cdnUrl, db, workers }: SourceDeps,
  caller: Caller,
  { data = {}, from = '', locale, version }: StartPreflight,
  id: string,
): Promise<CheckedMessage> {
  const { document, modules } = await loadSendable(db, caller, id, version)
  const outputs = ['html', 'text', 'amp'] as const
  const { amp, html, subject, text } = await renderDocument(
    workers,
    document,
    {
      data,
      target: 'data',
      outputs: [...outputs],
      cdnUrl,
      now: db.nowMs(),
      ...(locale === undefined ? {} : { locale }),
    },
    modules,
  )
  return {
    subject: subject ?? '',
    from: [from],
    amp: amp === undefined ? [] : [amp],
    html: html ?? '',
    text: text ?? '',
  }
}

// Clients of JSON send line ends as they like; signatures and parsers expect CRLF (RFC 5322 2.1).
function encode(eml: string): Uint8Array {
  return new TextEncoder().encode(eml.replaceAll(/\r?\n/g, '\r\n'))
}

function decode(text: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(text.replaceAll(/\s/g, ''))
  } catch {
    return refuse('/eml_base64', 'not base64')
  }
}

function refuse(path: string, message: string): never {
  return fail('VALIDATION_FAILED', { issues: [{ path, message }] })
}
