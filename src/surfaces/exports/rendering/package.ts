import { imageTypeOf, rewriteImages, writeEml } from '../../../email/formats/index.ts'
import type { MailClient } from '../clients.ts'
import { formats } from '../formats.ts'
import { renderPdfOrPng } from './render-pdf-or-png.ts'
import { type Page, renderPage } from './render-page.ts'
import type { RenderDeps, ExportRequest, ExportDeps } from './deps.ts'
import type { PackedEmail, PackedFile } from './packed-file.ts'
import { packForProvider } from './provider.ts'
import type { Source } from './sources.ts'
import { mjmlBlocks } from '../../../email/blocks/mjml.ts'
import { blockTypes } from '../../../email/blocks/index.ts'
import { writeMjml } from '../../../email/mjml/index.ts'
import { addUtmToDocument } from '../../../email/utm/index.ts'
import { expandDocument, noModules } from '../../templates/index.ts'

const encoder = new TextEncoder()

/** The files of one email in the requested format, named `base` with an extension; for zip, the content of the archive. */
export async function packEmail(
  source: Source,
  base: string,
  request: ExportRequest,
  deps: RenderDeps,
): Promise<PackedEmail> {
  const { format } = request
  switch (format) {
    case 'esp':
      return packForProvider(source, base, request, deps)
    case 'mjml':
      return textFile(base, format, await signedMjml(renderMjml(source, request, deps), deps))
    case 'pdf':
    case 'png':
      return { files: [await renderPdfOrPng(source, base, { ...request, format }, deps)] }
    case 'json':
      return textFile(base, format, JSON.stringify(source.document, null, 2))
    case 'zip':
      return { files: archiveOf(await renderPage(source, request, deps)) }
    case 'eml':
      return messageFiles(base, messageOf(await renderPage(source, request, deps)), request.client)
    case 'html':
    case 'text':
    case 'amp': {
      const { amp = '', html, text } = await renderPage(source, request, deps)
      return textFile(base, format, { amp, html, text }[format])
    }
  }
}

function textFile(
  base: string,
  format: Exclude<keyof typeof formats, 'zip' | 'esp' | 'pdf' | 'png' | 'eml'>,
  content: string,
): PackedEmail {
  const { extension, mime } = formats[format]
  return { files: [{ name: `${base}.${extension}`, mime, bytes: encoder.encode(content) }], content }
}

function messageFiles(base: string, message: string, client: MailClient | undefined): PackedEmail {
  const bytes = encoder.encode(message)
  const files: PackedFile[] = [{ name: `${base}.${client?.extension ?? 'eml'}`, mime: formats.eml.mime, bytes }]
  if (client?.isGmail) files.push(draftFile(base, bytes))
  return { files, content: message }
}

// Gmail API, users.drafts.create: the message in base64url.
function draftFile(base: string, message: Uint8Array): PackedFile {
  const raw = message.toBase64({ alphabet: 'base64url', omitPadding: true })
  const draft = JSON.stringify({ message: { raw } })
  return { name: `${base}.json`, mime: formats.json.mime, bytes: encoder.encode(draft) }
}

/** The page as a MIME message; packed images are attached inline. */
function messageOf({ amp, html, images, subject, text }: Page): string {
  const inline = images.map(({ content, name }) => ({
    name: name.slice(name.lastIndexOf('/') + 1),
    mime: imageTypeOf(name),
    content: typeof content === 'string' ? encoder.encode(content) : content,
  }))
  const addresses = new Map(images.map(({ name }, at) => [name, `cid:${inline[at]?.name ?? ''}`]))
  const parts = { subject, text, html: rewriteImages(html, addresses), images: inline }
  return writeEml(amp === undefined ? parts : { ...parts, amp })
}

function archiveOf({ amp, html, images, text }: Page): PackedFile[] {
  const file = (name: string, mime: string, content: string | Uint8Array): PackedFile => ({
    name,
    mime,
    bytes: typeof content === 'string' ? encoder.encode(content) : content,
  })
  return [
    file('index.html', 'text/html', html),
    file('index.txt', 'text/plain', text),
    ...(amp === undefined ? [] : [file('amp.html', 'text/x-amp-html', amp)]),
    ...images.map(({ name, content }) => file(name, imageTypeOf(name), content)),
  ]
}

async function signedMjml(mjml: string, { projectId, signImages }: ExportDeps): Promise<string> {
  return signImages === undefined ? mjml : signImages(mjml, projectId)
}

/** Exports as MJML: the document converted, with its tags as Liquid. */

/** Reports what MJML cannot express to `warn`. */
function renderMjml(source: Source, { locale, options }: ExportRequest, { cdnUrl, warn }: ExportDeps): string {
  const { document, findings } = expandDocument(source.document, source.modules ?? noModules, locale)
  const linked = options?.utm === undefined ? document : addUtmToDocument(document, options.utm)
  const { mjml, warnings } = writeMjml(linked, blockTypes, mjmlBlocks, { cdnUrl })
  warn([
    ...findings.map(({ code, message, node_id }) => ({
      code,
      message,
      ...(node_id === undefined ? {} : { node_id }),
    })),
    ...warnings,
  ])
  return mjml
}
