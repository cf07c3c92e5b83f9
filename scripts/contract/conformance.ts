/** The published scenarios for agent servers, at a pinned version: the first that has those of protocol 2026-07-28. */
import { join } from 'node:path'
import { type Installation, toolsOf } from './generators.ts'

const version = '0.2.0-alpha.12'

export const agentConformance: Installation = {
  name: `@modelcontextprotocol/conformance ${version}`.replace('/', '-'),
  install: [
    ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund'].concat(
      `@modelcontextprotocol/conformance@${version}`,
    ),
  ],
}

/** Its program, which needs a newer Node than this repository, or Bun. */
export const conformanceProgram = join(
  toolsOf(agentConformance),
  'node_modules/@modelcontextprotocol/conformance/dist/index.js',
)
