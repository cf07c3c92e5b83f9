/** Reading, cleaning and rendering what callers write, where it is large; hostile content takes seconds. */
export {
  cleanMarkup,
  readContentNow as readContent,
  runRenderTask as renderDocument,
} from '../../surfaces/templates/index.ts'
