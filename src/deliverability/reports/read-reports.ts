import { limits } from '../../kernel/limits.ts'
import { type Mail, TooManyParts, isMail, readMail, splitMbox } from '../message/index.ts'
import { named, readAggregate } from './aggregate/read-aggregate.ts'
import { ByteSource, InflateBudget, InputError, inPieces } from './containers/byte-source.ts'
import { gunzip, isGzip } from './containers/gunzip.ts'
import { unwrapSigned } from './containers/signed-mail.ts'
import { isZip, listEntries, readEntry } from './containers/unzip.ts'
import { readArf } from './failure/read-arf.ts'
import { readTextFailure } from './failure/read-text-failure.ts'
import { redactFailure } from './failure/redact.ts'
import type { UnhashedReport } from './failure/read-arf.ts'
import type { ReadContext, ReadOptions, ReaderDeps } from './reader.ts'
import type { ReportSink, ReportSource } from './sink.ts'
import { readTls } from './read-tls.ts'
import { Warnings } from './warnings.ts'

/** A file, a mail or an upload. */
export interface ReportInput {
  /** For messages only; the kind of the input is detected by its content. */
  readonly name?: string
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>
}

/**
 * Reads every report in an input into the sink: XML, JSON, mails, gzip and ZIP, within each other up to a depth of three.
 * The memory that is needed does not depend on the size of the input. Whatever is in the input, the outcome is in the sink;
 * only errors of the sink and of the source of the bytes reject.
 */
export function readReports(
  input: ReportInput,
  sink: ReportSink,
  options: ReadOptions & { readonly deps: ReaderDeps },
): Promise<void> {
  const source = new ByteSource(input.bytes instanceof Uint8Array ? inPieces(input.bytes) : input.bytes)
  const names = input.name === undefined ? [] : [input.name]
  return new InputReader(sink, options).read(source, { names, depth: 0, isArchived: false, warnings: new Warnings() })
}

/** A container or report in the input. */
interface Item extends ReportSource {
  readonly depth: number
  /** True directly inside of an archive. */
  readonly isArchived: boolean
  readonly warnings: Warnings
}

class InputReader {
  readonly #context: ReadContext
  readonly #budget = new InflateBudget()
  /** Reports, and rejections of what may be a report. */
  #results = 0

  constructor(sink: ReportSink, options: ReadOptions & { readonly deps: ReaderDeps }) {
    this.#context = { ...options, sink }
  }

  async read(source: ByteSource, item: Item): Promise<void> {
    try {
      await this.#detect(source, item)
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      this.#results++
      await this.#context.sink.rejected(named({ code: error.code, reason: error.message }, item))
    } finally {
      await source.close()
    }
  }

  async #detect(source: ByteSource, item: Item): Promise<void> {
    const head = await source.peek(detectedBytes)
    if (isGzip(head)) return this.#readGzip(source, item)
    if (isZip(head)) return this.#readZip(await source.collect(limits.reportBytes), item)
    const first = firstCharacter(head)
    if (first === undefined) throw await refuseBlank(source, head)
    if (first === '<') {
      await readAggregate(source, { ...this.#context, warnings: item.warnings, found: item })
      this.#results++
      return
    }
    if (first === '{') return this.#readTls(await source.collect(limits.reportJsonBytes), item)
    if (!isMail(head)) throw new InputError('not_a_report', `The file begins with ${shown(head)}, which is no report.`)
    const bytes = await source.collect(limits.reportMailBytes)
    const mails = splitMbox(bytes)
    return mails.length === 1 ? this.#readMail(bytes, item) : this.#readMbox(mails, item)
  }

  async #readMbox(mails: readonly Uint8Array[], item: Item): Promise<void> {
    await this.#readMembers(
      mails
        .slice(0, limits.reportMails)
        .map((mail, index) => ({ name: `mail ${index + 1}`, open: () => inPieces(mail) })),
      { ...item, isArchived: false },
    )
    if (mails.length > limits.reportMails)
      throw new InputError('too_many_entries', `The mbox file has more than ${limits.reportMails} mails.`)
  }

  async #readGzip(source: ByteSource, item: Item): Promise<void> {
    if (item.isArchived) warnAboutNesting(item)
    const inner = { ...this.#inside(item, item.warnings), isArchived: true }
    const counted = new ByteSource(capped(source, limits.reportBytes))
    const pieces = gunzip(counted, { deps: this.#context.deps, budget: this.#budget, warnings: item.warnings })
    const inflated = new ByteSource(pieces)
    try {
      await this.#detect(inflated, inner)
    } finally {
      await inflated.close()
    }
  }

  async #readZip(bytes: Uint8Array, item: Item): Promise<void> {
    const entries = listEntries(bytes)
    if (entries.length === 0) throw new InputError('damaged', 'The ZIP archive contains no file.')
    if (item.isArchived) warnAboutNesting(item)
    const entriesRead = entries.slice(0, limits.reportEntries)
    await this.#readMembers(
      entriesRead.map((entry) => ({
        name: entry.name,
        open: (warnings: Warnings) => readEntry(entry, { deps: this.#context.deps, budget: this.#budget, warnings }),
      })),
      { ...item, isArchived: true },
    )
    if (entries.length > limits.reportEntries)
      throw new InputError('too_many_entries', `The archive has more than ${limits.reportEntries} files.`)
  }

  async #readMail(bytes: Uint8Array, item: Item): Promise<void> {
    let mail: Mail
    try {
      mail = await readMail(bytes)
    } catch (error) {
      if (error instanceof TooManyParts) throw new InputError('too_many_entries', error.message)
      const reason = error instanceof Error ? error.message : 'unknown'
      throw new InputError('damaged', `The mail cannot be parsed: ${reason.slice(0, 200)}`)
    }
    const failure = this.#readFailure(mail, item.warnings)
    if (failure !== undefined) return this.#deliverFailure(failure, item)
    const isFeedback = mail.parts.some(({ type }) => type === feedbackType)
    // Rejected also beside other reports, as the sink must know that the input contains a message of a person.
    if (isFeedback)
      await this.#reject(
        new InputError('other_feedback', 'The feedback report is not about failed authentication.'),
        item,
      )
    const ignored = isFeedback ? feedbackParts : otherParts
    const parts = mail.parts.filter(({ type }) => !ignored.test(type))
    const texts = [mail.text, mail.html].filter((text) => /^\s{0,100}(?:<\?xml|<(?:\w+:)?feedback|\{)/.test(text))
    const members = [
      ...parts.map(({ content, name, type }) => ({ name: name === '' ? type : name, content })),
      ...texts.map((text) => ({ name: 'text', content: new TextEncoder().encode(text) })),
    ]
    if (members.length === 0 && isFeedback) return
    if (parts.some(({ type }) => type === 'application/pgp-encrypted'))
      throw new InputError(
        'encrypted',
        'The mail is encrypted with OpenPGP: ask the reporter to send reports unencrypted.',
      )
    if (members.length === 0) throw new InputError('not_a_report', 'The mail has no report attached.')
    await this.#readMembers(
      members.slice(0, limits.reportEntries).map(({ content, name }) => ({
        name,
        open: () => unwrapped(content),
      })),
      { ...item, isArchived: false },
    )
    if (members.length > limits.reportEntries)
      throw new InputError('too_many_entries', `The mail has more than ${limits.reportEntries} attachments.`)
  }

  /**
   * Reads the members of a container, each with a result of its own. Members that are no report are reported only if the
   * container has nothing else: mails come with texts, archives with notes.
   */
  async #readMembers(
    members: readonly { name: string; open(warnings: Warnings): AsyncIterable<Uint8Array> }[],
    item: Item,
  ): Promise<void> {
    const before = this.#results
    const ignored: InputError[] = []
    for (const { name, open } of members) {
      const warnings = new Warnings()
      const inner = { ...this.#inside(item, warnings), names: [...item.names, name] }
      const source = new ByteSource(open(warnings))
      try {
        await this.#detect(source, inner)
      } catch (error) {
        if (!(error instanceof InputError)) throw error
        if (error.code === 'not_a_report' || error.code === 'empty') ignored.push(error)
        else await this.#reject(error, inner)
      } finally {
        await source.close()
      }
    }
    const [first] = ignored
    if (this.#results > before || first === undefined) return
    if (ignored.length === 1) throw first
    throw new InputError('not_a_report', `None of the ${ignored.length} files is a report: ${first.message}`)
  }

  async #reject(error: InputError, item: Item): Promise<void> {
    this.#results++
    await this.#context.sink.rejected(named({ code: error.code, reason: error.message }, item))
  }

  #inside(item: Item, warnings: Warnings): Item {
    if (item.depth >= limits.reportDepth)
      throw new InputError(
        'nesting_too_deep',
        `Archives and mails are nested more than ${limits.reportDepth} levels deep.`,
      )
    return { ...item, depth: item.depth + 1, warnings }
  }

  async #readTls(bytes: Uint8Array, item: Item): Promise<void> {
    const { deps, now, sink } = this.#context
    const text = new TextDecoder().decode(bytes)
    const report = readTls(text, { now, hash: deps.createHash(), warnings: item.warnings })
    await sink.tls(report, item)
    this.#results++
  }

  #readFailure(mail: Mail, warnings: Warnings): UnhashedReport | undefined {
    const feedback = mail.parts.find(({ type }) => type === feedbackType)
    if (feedback === undefined) return readTextFailure(mail.text, mail.from)
    const original = mail.parts.find(({ type }) =>
      /^(?:message\/rfc822|text\/rfc822-headers|message\/global)/.test(type),
    )
    const decode = (content: Uint8Array | undefined) => new TextDecoder().decode(content?.subarray(0, headerBytes))
    const parts = { feedback: decode(feedback.content), original: decode(original?.content), from: mail.from }
    return readArf(parts, warnings)
  }

  async #deliverFailure(report: UnhashedReport, item: Item): Promise<void> {
    const { deps, keepsPersonalData, redactionKey, sink } = this.#context
    const hash = deps.createHash()
    hash.update(JSON.stringify(report))
    const complete = { ...report, warnings: item.warnings.list(), contentHash: hash.digest() }
    const isComplete = keepsPersonalData === true
    await sink.failure(isComplete ? complete : redactFailure(complete, { deps, key: redactionKey ?? '' }), item)
    this.#results++
  }
}

function warnAboutNesting({ warnings }: Item): void {
  warnings.add('nested_archive', 'The archive contains another archive.')
}

const feedbackType = 'message/feedback-report'
/** Attachments that are no report. */
const otherParts = /^(?:image|audio|video|font)\/|^application\/pkcs7-signature$/
/** Also the parts of a feedback report (RFC 5965 2). */
const feedbackParts = /^(?:image|audio|video|font|message|text)\/|^application\/pkcs7-signature$/

/** Enough to tell the kinds of input apart, behind blank lines and byte order marks. */
const detectedBytes = 1024
/** Max bytes of the header of a failed message that are read. */
const headerBytes = 128 * 1024

/** Rejects while it is read, like other damage of a member. */
async function* unwrapped(content: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield* inPieces(unwrapSigned(content) ?? content)
}

/** The first visible character, whatever the encoding. */
function firstCharacter(head: Uint8Array): string | undefined {
  for (const byte of head) {
    // Blanks, the zero bytes of UTF-16, and byte order marks.
    if (byte > 32 && ![0xef, 0xbb, 0xbf, 0xfe, 0xff].includes(byte)) return String.fromCharCode(byte)
  }
  return undefined
}

/** Reads on behind blanks, so that what a bomb of blanks inflates to is counted. */
async function refuseBlank(source: ByteSource, head: Uint8Array): Promise<InputError> {
  for (let piece = await source.next(); piece !== undefined; piece = await source.next())
    if (firstCharacter(piece) !== undefined)
      return new InputError('not_a_report', 'The file begins with more than 1,000 blanks.')
  return head.length === 0
    ? new InputError('empty', 'The file is empty.')
    : new InputError('empty', 'The file contains only blanks.')
}

function shown(head: Uint8Array): string {
  const text = new TextDecoder()
    .decode(head.subarray(0, 40))
    .replaceAll(/[^\x20-\x7e]+/g, '…')
    .trim()
  return `“${text.slice(0, 30)}”`
}

async function* capped(source: AsyncIterable<Uint8Array>, max: number): AsyncGenerator<Uint8Array, void> {
  let length = 0
  for await (const piece of source) {
    length += piece.length
    if (length > max) throw new InputError('too_large', `The archive has more than ${max / 1024 / 1024} MB.`)
    yield piece
  }
}
