import { type ByteSource, InputError } from '../containers/byte-source.ts'
import type { ReadContext } from '../reader.ts'
import type { ReportSource } from '../sink.ts'
import type { Warnings } from '../warnings.ts'
import { charsetBytes, detectCharset } from '../xml/charset.ts'
import { ScanError, XmlScanner } from '../xml/scan-xml.ts'
import { ReportBuilder, batchRecords } from './build-report.ts'
import { feedback } from './elements.ts'

/** Bytes that are decoded and scanned together, which takes about a millisecond. */
const sliceBytes = 64 * 1024
/** Characters after which a batch is passed on, however few records it has. */
const heldLength = 1024 * 1024

/**
 * Reads XML into the sink as it arrives. Throws an InputError if it is no report; what happens after a report has begun is
 * reported to the sink.
 */
export async function readAggregate(
  source: ByteSource,
  { warnings, ...context }: ReadContext & { warnings: Warnings; found: ReportSource },
): Promise<void> {
  const { found, sink } = context
  const charset = detectCharset(await source.peek(charsetBytes))
  warnAboutCharset(charset, warnings)
  const decoder = new TextDecoder(charset.name as 'utf-8')
  const builder = new ReportBuilder(context, warnings)
  const scanner = new XmlScanner(feedback, builder, builder)
  let held = 0
  const deliver = async (isLast: boolean) => {
    while (builder.events.length > 0) {
      const [event] = builder.events
      // A small batch waits for the next records.
      const isSmall = event?.kind === 'records' && event.records.length < batchRecords && held < heldLength
      if (event === undefined || (isSmall && builder.events.length === 1 && !isLast)) return
      builder.events.shift()
      held = 0
      if (event.kind === 'begin') await sink.begin(event.header, found)
      else if (event.kind === 'records') await sink.records(event.records)
      else if (event.kind === 'end') await sink.end(event.summary)
      else await sink.rejected(named(event.rejection, found))
    }
  }
  try {
    for await (const piece of source)
      for (let at = 0; at < piece.length; at += sliceBytes) {
        const text = decoder.decode(piece.subarray(at, at + sliceBytes), { stream: true })
        if (text.includes('\ufffd')) warnings.add('invalid_utf8', 'The report contains bytes that are not text.')
        scanner.feed(text)
        held += text.length
        await deliver(false)
        if (builder.isRejected) return
      }
    scanner.feed(decoder.decode())
  } catch (error) {
    if (!(error instanceof InputError && error.isTruncated)) throw translate(error)
    warnings.add('archive_truncated', 'The archive is cut off.')
  }
  try {
    // A short input is scanned only now.
    scanner.end()
  } catch (error) {
    throw translate(error)
  }
  builder.finish()
  await deliver(true)
  if (!builder.hasReport) throw new InputError('not_a_report', 'The XML has no feedback element.')
}

function warnAboutCharset({ name, unknown }: ReturnType<typeof detectCharset>, warnings: Warnings): void {
  if (unknown !== undefined)
    warnings.add('charset', `“${unknown}” is not a known encoding; the report is read as UTF-8.`, unknown)
  else if (!name.startsWith('utf-')) warnings.add('charset', `The report is encoded as ${name}.`, name)
}

function translate(error: unknown): unknown {
  if (!(error instanceof ScanError)) return error
  if (error.problem === 'html') return new InputError('not_a_report', 'The file is an HTML page.')
  return error.problem === 'depth'
    ? new InputError('nesting_too_deep', 'The XML is nested more than 100 levels deep.')
    : new InputError('doctype_forbidden', 'The XML has a document type declaration, which reports never need.')
}

/** With the name of the innermost file. */
export function named<Reason extends object>(reason: Reason, { names }: ReportSource): Reason & { name?: string } {
  const name = names.at(-1)
  return name === undefined ? reason : { ...reason, name }
}
