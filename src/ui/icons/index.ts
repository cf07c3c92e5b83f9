/**
 * Icons as the `d` of one path each, rendered from Lucide's by scripts/icons.ts, and the component that shows one. Take them
 * by name, so that a bundle holds only those it uses.
 */
export { Icon } from './icon.tsx'
export * from './paths.ts'
