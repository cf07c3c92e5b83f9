/**
 * Tasks of worker threads: CPU-bound work that would block the event loop. One file per task; its key here is the name
 * passed to `runInWorker`. Input and output must be structured-cloneable.
 */
import type { Task } from '../../platform/jobs/index.ts'
import { addLinkParameters } from './add-link-parameters.ts'
import { cleanCustomCss } from './clean-custom-css.ts'
import { cleanMarkup, readContent, renderDocument } from './read-content.ts'
import { cleanPage } from './clean-page.ts'
import { compareImport } from './compare-import.ts'
import { compactHtml, minifyPage } from './compact-html.ts'
import { renderCountdownTask } from './render-countdown.ts'
import { renderPdf } from './render-pdf.ts'
import { renderPng } from './render-png.ts'
import { renderThumbnail, findImages } from './render-thumbnail.ts'
import { listImages, rewriteImages } from './image-urls.ts'
import { importEmail } from './import-email.ts'
import { inspectImage } from './inspect-image.ts'
import { lintEmail } from './lint-email.ts'
import { readReportsTask } from './read-reports.ts'
import { renderLiquid } from './render-liquid.ts'
import { transformImageTask } from './transform-image.ts'
import { validateAmp } from './validate-amp.ts'

export const tasks: Readonly<Record<string, Task<never, unknown>>> = {
  addLinkParameters,
  cleanCustomCss,
  cleanMarkup,
  cleanPage,
  compactHtml,
  compareImport,
  renderCountdown: renderCountdownTask,
  renderPdf,
  renderPng,
  renderThumbnail,
  findImages,
  importEmail,
  inspectImage,
  lintEmail,
  listImages,
  minifyPage,
  readContent,
  readReports: readReportsTask,
  renderDocument,
  renderLiquid,
  rewriteImages,
  transformImage: transformImageTask,
  validateAmp,
}
