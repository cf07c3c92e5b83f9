import { type Http, type OnceOfRequest, workContext } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Admission, needsRight } from '../admission.ts'
import { cleanEditorCss } from './custom-css.ts'
import {
  CleanEditorCss,
  CleanedEditorCss,
  CompiledEmail,
  ExportEmail,
  ExportedEmail,
  ImportHtml,
  ImportedHtml,
  OfEmail,
  PreviewEmail,
  PreviewedEmail,
} from './contract.ts'
import { type OutputDeps, compileEmail, exportEmail, importIntoEditor, previewEmail } from './output.ts'

export interface OutputRouteDeps extends OutputDeps {
  http: Http
  admission: Admission
}

const rendering = ['TEMPLATE_NOT_FOUND', 'DOCUMENT_INVALID', 'DOCUMENT_TOO_LARGE', 'RENDER_TOO_LARGE'] as const

/** Routes to export, compile, preview, import and sanitize. */
export function outputRoutes(parts: OutputRouteDeps) {
  const { http, admission, workers } = parts
  const { sessionOf } = admission
  return http
    .surface('plugin', { errors: 'plugin', crossOrigin: false })
    .post(
      '/plugin/export',
      ({ caller, body, once, request }) => exportOnce(parts, { caller, body, once, request }),
      exportOptions(admission),
    )
    .post(
      '/plugin/compile',
      ({ caller, body, request }) =>
        compileEmail(parts, { caller, session: sessionOf(request), work: workContext(request) }, body),
      {
        id: 'plugin.compile',
        summary: 'Compile the email',
        description: 'Returns the minified production HTML and CSS. Merge tags remain for the ESP.',
        admit: needsRight(admission.session, 'export'),
        body: OfEmail,
        response: { 200: CompiledEmail },
        errors: [...rendering],
      },
    )
    .post(
      '/plugin/preview',
      ({ caller, body, request }) =>
        previewEmail(parts, { caller, session: sessionOf(request), work: workContext(request) }, body),
      {
        id: 'plugin.preview',
        summary: 'Get a preview URL',
        description:
          'Anyone with the URL can see the email for one hour, with its sample values or those of a sample recipient.',
        admit: needsRight(admission.file, 'preview'),
        body: PreviewEmail,
        response: { 200: PreviewedEmail },
        errors: [...rendering, 'RECIPIENT_NOT_FOUND'],
      },
    )
    .post(
      '/plugin/import',
      ({ caller, body, request }) =>
        importIntoEditor(parts, { caller, session: sessionOf(request), work: workContext(request) }, body),
      {
        id: 'plugin.importHtml',
        summary: 'Convert HTML to a document',
        description: 'Sanitizes the HTML and converts it to native blocks where possible; saves nothing.',
        admit: admission.editor,
        body: ImportHtml,
        response: { 200: ImportedHtml },
        errors: ['TEMPLATE_NOT_FOUND', 'DOCUMENT_INVALID', 'DOCUMENT_TOO_LARGE', 'IMPORT_TOO_COMPLEX'],
      },
    )
    .post('/plugin/css', ({ body, request }) => cleanEditorCss(body.css, workers.forCaller(workContext(request))), {
      id: 'plugin.cleanCss',
      summary: 'Sanitize a style sheet for the editor',
      description:
        'Returns the host’s customCSS without rules that could affect the page outside the editor or mislead the user.',
      admit: admission.editor,
      body: CleanEditorCss,
      response: { 200: CleanedEditorCss },
    })
}

/** Alias of export at `/export`, as hosts call it. */
export function exportRoute(parts: OutputRouteDeps) {
  return parts.http
    .surface('plugin', { errors: 'plugin', crossOrigin: false })
    .post(
      '/export',
      ({ caller, body, once, request }) => exportOnce(parts, { caller, body, once, request }),
      exportOptions(parts.admission),
    )
}

/** Exports the email of the session, at most once per Idempotency-Key. */
function exportOnce(
  parts: OutputRouteDeps,
  { caller, body, once, request }: { caller: Caller; body: ExportEmail; once: OnceOfRequest; request: Request },
): Promise<ExportedEmail> {
  const session = parts.admission.sessionOf(request)
  return exportEmail(parts, { caller, session, work: workContext(request) }, body, (write) =>
    once(write, { resource: session.emailId }),
  )
}

function exportOptions(admission: Admission) {
  return {
    id: 'plugin.export',
    summary: 'Export the email',
    description: 'Returns a URL of the file that is valid for one hour. Also available at `/export`.',
    admit: needsRight(admission.file, 'export'),
    once: true as const,
    body: ExportEmail,
    response: { 200: ExportedEmail },
    errors: ['INVALID_FORMAT', 'EXPORT_FAILED', 'TEMPLATE_NOT_FOUND', 'DOCUMENT_INVALID'] as const,
  }
}
