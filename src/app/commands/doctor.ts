import { type Command, exit } from './command.ts'
import { probe } from './doctor/probe.ts'

/** Checks everything the service depends on, and prints a line for each. */
export const doctorCommand: Command = {
  settings: true,
  reportsExposed: true,
  details: 'Changes nothing. It may run beside the server.',
  options: [
    { flag: '--probe', meaning: 'Only check whether the running service is alive, for container health checks.' },
    { flag: '--config-origins', meaning: 'Also list every setting with its value and source.' },
    { flag: '--json', meaning: 'As JSON.' },
  ],
  failure: 'at least one check failed, or with --probe: the service does not respond',
  run: async ({ config: read, configReport, exposed, has, terminal }) => {
    const config = read()
    if (has('--probe')) return (await probe(config)) ? exit.ok : exit.failed
    const report = configReport()
    // Container health checks run every few seconds, and need no other module.
    const { examine } = await import('./doctor/examine.ts')
    const findings = await examine(config, report, exposed)
    const settings = has('--config-origins') ? report : []
    if (has('--json')) terminal.out(JSON.stringify({ findings, ...(settings.length > 0 ? { settings } : {}) }))
    else {
      for (const { name, state, message, remedy } of findings)
        terminal.out(`${state.padEnd(4)}  ${name}: ${message}${remedy === undefined ? '' : `. ${remedy}`}`)
      for (const { name, value, origin } of settings) terminal.out(`      ${name} = ${value}  (${origin})`)
    }
    return findings.some(({ state }) => state === 'fail') ? exit.failed : exit.ok
  },
}
