/** The least editor there can be behind the bridge: what it answers is simple, that it answers is the protocol's work. */
import type { PluginUnpublishResponse } from '../../../../sdk/browser/index.ts'
import { type HostHandlers, type OpeningFailed, connectHost } from '../../../../src/editor/bridge/index.ts'

const host = await connectHost().catch((failed: unknown) => {
  addEventListener('retry', () => (failed as OpeningFailed).retry?.())
  throw failed
})
const { api, config } = host
const opened = await api.getDocument()
document.title = `${opened.emailId} ${config.locale} ${config.theme}`
let html = `<p>${opened.name}</p>`
let css = ''
let mode: 'visual' | 'code' = 'visual'
let isOpen = false
let known = opened.publication
let content: Record<string, unknown> = { ...opened.document }
const undone = { canUndo: false, canRedo: false }

const handlers: HostHandlers = {
  getHtml: () => ({ html, css }),
  setHtml(content) {
    ;({ html, css } = content)
  },
  setDocument({ document }) {
    content = { ...document }
  },
  applyOperations({ operations }) {
    content = { ...content, operations }
  },
  update({ options }) {
    content = { ...content, ...options }
  },
  save: () => api.save({ html, css }),
  flush: () => undefined,
  export: ({ format }) => api.export({ html, css, format }),
  compile: () => api.compile({ html, css }),
  preview: ({ device }) => api.preview({ html, css, device }),
  undo: () => ({ ...undone, canRedo: true }),
  redo: () => ({ ...undone, canUndo: true }),
  setMode(options) {
    ;({ mode } = options)
    host.notify('modeChanged', { mode })
  },
  getMode: () => ({ mode, ...undone }),
  async toggleVersionHistory() {
    isOpen = !isOpen
    return { versionHistoryOpen: isOpen, hasVersionHistory: (await api.listVersions()).data.length > 0 }
  },
  setReadOnly: () => undefined,
  setTheme({ theme }) {
    document.documentElement.dataset['theme'] = theme
  },
  getDocument: ({ publication }) => ({ ...content, ...(publication === true ? { publication: known } : {}) }),
  publish: async (options) => show(await api.publish(options)),
  unpublish: () => api.unpublish(),
  requestReview: async (options) => show(await api.requestReview(options)),
  withdrawReview: async ({ reviewId = '' }) => show(await api.cancelReview(reviewId)),
  approve: async ({ reviewId = '', ...decision }) => show(await api.approveReview(reviewId, decision)),
  reject: async ({ reviewId = '', ...decision }) => show(await api.rejectReview(reviewId, decision)),
}

function show<Response extends PluginUnpublishResponse>(answered: Response): Response {
  known = answered.publication
  return answered
}

// As a press of "Choose an image", and a dropped file.
addEventListener('images', () => {
  const file = new File(['bytes'], 'bar.png', { type: 'image/png' })
  void Promise.all([api.host?.pickImage({}), api.host?.uploadImage(file)]).then(
    (results) => (document.title = JSON.stringify(results)),
    (error: unknown) => (document.title = JSON.stringify([String(error)])),
  )
})

host.serve(handlers)
