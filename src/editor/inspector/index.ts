/**
 * The settings of the selected node, by the fields of its type and the groups of every node, or of the email. Start at
 * inspector.tsx.
 */
export { Inspector } from './inspector.tsx'
