/** Cleaning a page of the caller's own that is exported; hostile ones take seconds. */
export { cleanPage } from '../../surfaces/exports/page/index.ts'
