import { version } from '../version.ts'
import { type Command, exit } from './command.ts'

/** Prints the build in one line or as JSON. */
export const versionCommand: Command = {
  settings: false,
  options: [{ flag: '--json', meaning: 'As one JSON object, with the runtime and the platform.' }],
  run: ({ has, terminal }) => {
    const about = { version, runtime: `Bun ${Bun.version}`, platform: `${process.platform}-${process.arch}` }
    terminal.out(has('--json') ? JSON.stringify(about) : `svc ${version} (${about.runtime}, ${about.platform})`)
    return exit.ok
  },
}
