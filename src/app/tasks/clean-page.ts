/** Sanitizes a page of the caller for an export; hostile ones take seconds. */
export { cleanPage } from '../../surfaces/exports/page/index.ts'
