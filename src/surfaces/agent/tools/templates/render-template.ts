import { Type } from '@sinclair/typebox'
import { closed, literals } from '../../../../kernel/schema/index.ts'
import { ApiFailure, problemIn } from '../../api/failure.ts'
import { defineTool } from '../../tool.ts'

export const renderTemplate = defineTool({
  name: 'render_template',
  title: 'Render template',
  description: 'An image of the template on desktop or mobile, light or dark.',
  toolset: 'templates',
  scope: 'templates:read',
  input: closed({
    template_id: Type.String(),
    device: Type.Optional(literals(['desktop', 'mobile'])),
    scheme: Type.Optional(literals(['light', 'dark'])),
    width: Type.Optional(Type.Integer({ minimum: 64, maximum: 1280 })),
  }),
  output: Type.Object({ mime: Type.String(), bytes: Type.Integer() }),
  async run({ template_id, device, scheme, width = defaultWidth }, { api, signal }) {
    const response = await api.send('GET', `/templates/${encodeURIComponent(template_id)}/thumbnail`, {
      query: { device, scheme, width, format: 'png' },
      headers: { accept: 'image/png' },
      signal,
    })
    if (!response.ok) throw new ApiFailure(await problemIn(response))
    const image = await response.bytes()
    return {
      summary: 'The image is attached.',
      data: { mime: 'image/png', bytes: image.length },
      attachments: [{ type: 'image', data: image.toBase64(), mimeType: 'image/png' }],
    }
  },
})

/** Pixels. */
const defaultWidth = 480
