/**
 * Campaign parameters (`utm_source` and others) in the links of an email: in a document before it is rendered, or in HTML. Start
 * at add-to-document.ts.
 */
export { addUtmToDocument } from './add-to-document.ts'
export { type Utm, printEncodedTag, utmNames, utmParameters, utmProblem } from './parameters.ts'
