/** Reads, sanitizes and renders large content of callers; hostile content takes seconds. */
export {
  cleanMarkup,
  readContentNow as readContent,
  runRenderTask as renderDocument,
} from '../../surfaces/templates/index.ts'
