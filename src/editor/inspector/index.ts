/**
 * What can be set: on the selected node by the fields that its type declares and the groups that every node has, or on the
 * email. Is on controls and fields. Start at inspector.tsx.
 */
export { Inspector } from './inspector.tsx'
