/**
 * Validates values against TypeBox schemas: requests of the HTTP layer and arguments of agents get the same issues, each with
 * a JSON Pointer and a remedy. Compiles code, so the editor, whose Content-Security-Policy forbids that, does not load it.
 */
export { type SchemaCheck, checkOf } from './check.ts'
export { readIssues } from './issues.ts'
